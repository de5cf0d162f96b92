package gen

// side is what one side of the cluster prints.
type side struct {
	batch    template
	steps    []template // what a room shows first, in order
	progress template   // and then again and again
	failed   []template
}

const request = "GenerateReqInput(validation_time=<f 9>e-05, received_time=<now>, rid='<rid>', http_worker_ipc=None, video_data=None, " +
	"sampling_params={'temperature': 0.6, 'top_p': 0.95, 'max_new_tokens': <n 8000>, 'ignore_eos': False}, return_logprob=False, logprob_start_len=-1, " +
	"top_logprobs_num=0, stream=True, log_metrics=True, return_hidden_states=False, bootstrap_host='10.12.<n 8>.<n 255>', bootstrap_port=8998, " +
	"bootstrap_room=<room>, bootstrap_pair_key=None, data_parallel_rank=None, background=False, priority=None, extra_key=None, no_logs=False)"

const failure = " with exception KVTransferError(bootstrap_room=<room>): "

var prefillSide = side{
	batch: line("<rank>Prefill batch. #new-seq: <n 4>, #new-token: <n 16384>, #cached-token: <n 8192>, token usage: <f 1>, #running-req: <n 64>, " +
		"#queue-req: <n 128>, #prealloc-req: <n 16>, #inflight-req: <n 16>, input throughput (token/s): <f 30000>, "),
	steps:    steps("Prefill", "prefill"),
	progress: progress("Prefill"),
	failed:   failures("Prefill bootstrap", "Prefill transfer", "req"),
}

var decodeSide = side{
	batch: line("<rank>Decode batch. #running-req: <n 128>, #token: <n 400000>, token usage: <f 1>, pre-allocated usage: <f 0.2>, #prealloc-req: <n 16>, " +
		"#transfer-req: <n 16>, #retracted-req: 0, cuda graph: True, gen throughput (token/s): <f 3000>, #queue-req: <n 32>, "),
	steps:    steps("Decode", "decode"),
	progress: progress("Decode"),
	failed:   failures("Decode handshake", "Decode transfer", "decode_req.req"),
}

func steps(role, word string) []template {
	return lines(
		"<main>Receive: obj="+request,
		"<rank>"+role+" bootstrap started: rid=<rid>, bootstrap_room=<room>, bootstrap_addr=10.12.<n 8>.<n 255>:8998",
		"<rank>KVPoll state change: room <room> Bootstrapping -> WaitingForInput, queue_time=<f 100>ms",
		"<rank>Req Time Stats(rid=<rid>, bootstrap_room=<room>, input len=<n 32768>, output len=<n 4096>, type=disagg_"+word+
			"): bootstrap_duration=<f 50>ms, queue_duration=<f 900>ms, forward_duration=<f 9000>ms, start_time=<now>",
		"<main>Finish: obj="+request+", out={'text': '...', 'meta_info': {'id': '<rid>', 'finish_reason': {'type': 'stop', 'matched': 151643}, "+
			"'prompt_tokens': <n 32768>, 'completion_tokens': <n 4096>, 'cached_tokens': 0, 'e2e_latency': <f 60>}}")
}

func progress(role string) template {
	return line("<rank>" + role + " transfer progress for room <room>: chunk <step> of 12, index_slice=[<n 4096>, <n 8192>], is_last=False, state=KVPoll.Transferring")
}

// failures are the ways in which a room fails: the first on the way to a connection, the others later.
func failures(early, late, req string) []template {
	head := func(what string) string {
		return "<rank>" + what + " failed for request rank=<n 8> " + req + ".rid='<rid>' " + req + ".bootstrap_room=<room>" + failure
	}
	return lines(
		head(early)+"Request <room> timed out after 300.0s in KVPoll.Bootstrapping",
		head(late)+"Request <room> timed out after 300.0s in KVPoll.WaitingForInput",
		head(late)+"Failed to get kvcache from prefill instance, it might be dead",
		head(late)+"Failed to send kv chunk of <room> to 10.12.3.<n 255>:18515")
}

var accessLines = lines(
	`INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "POST /generate HTTP/1.1" 200 OK`,
	`INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "POST /generate HTTP/1.1" 503 Service Unavailable`)

var stampedAccess = lines(
	`<main>INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "POST /generate HTTP/1.1" 200 OK`,
	`<main>INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "POST /v1/chat/completions HTTP/1.1" 200 OK`,
	`<main>INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "GET /health HTTP/1.1" 200 OK`,
	`<main>INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "GET /get_model_info HTTP/1.1" 200 OK`,
	`<main>INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "GET /metrics HTTP/1.1" 200 OK`,
	`<main>INFO:     10.<n 255>.<n 255>.<n 255>:<n 60000> - "POST /v1/completions HTTP/1.1" 200 OK`)

var chatter = lines(
	"<rank>Heartbeat to bootstrap server 10.12.0.7:8998 ok",
	"<rank>Cache flushed successfully!",
	"<rank>max_total_num_tokens=412331, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=2048, context_len=131072, available_gpu_mem=<f 10> GB",
	"<rank>Load weight end. type=DeepseekV3ForCausalLM, dtype=torch.bfloat16, avail mem=23.40 GB, mem usage=54.61 GB.",
	"<rank>Capture cuda graph bs [1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64]",
	"<rank>Prometheus multiproc directory: /tmp/prometheus_multiproc_dir",
	"<rank>DP attention is enabled. The chunked prefill size is adjusted to avoid MoE kernel issues.",
	"<rank>Round-robin load balancer: dispatched batch to DP worker, #tokens per worker [<n 2000>, <n 2000>, <n 2000>, <n 2000>]",
	"<rank>Expert distribution recorder: balancedness=<f 1> window=100 layer=<n 60>",
	"<rank>TransferEngine: topology discovered, hca list mlx5_0,mlx5_1,mlx5_2,mlx5_3, protocol=rdma")

var errorLines = lines(
	"<rank>KV cache pool is full. Retract requests. #retracted_reqs: 2, #new_token_ratio: 0.4121 -> 0.6511",
	"<rank>Lost connection with prefill instance (bootstrap_addr: 10.12.0.7:8998), 3 requests affected",
	"<rank>Losing connection with prefill instance (bootstrap_addr: 10.12.0.7:8998)",
	"<rank>Could not fetch prefill parallel info from bootstrap_addr: 10.12.0.7:8998",
	"<rank>Watchdog timeout (self.watchdog_timeout=300, self.soft=False)",
	"<rank>Error fetching prefill info from bootstrap: HTTPConnectionPool(host='10.12.0.7', port=8998): Read timed out.",
	"<rank>Health check failed. Server couldn't get a response from detokenizer for last 20 seconds. tic start time: 12:01:22. last_heartbeat time: 12:00:58",
	"<rank>E1101 12:00:12.101 transfer_engine.cpp:77] Worker: Process failed for slice (opcode: 0, source_addr: 0x7f10, length: 65536): transport retry counter exceeded, ibv_poll_cq status 12",
	"<rank>Failed to modify QP to RTR, check mtu, gid, peer lid, peer qp num: Connection timed out [110]",
	"<rank>Input length (140213 tokens) exceeds the maximum allowed length (131072 tokens). Use a shorter input or enable --allow-auto-truncate.",
	"<rank>Abort completed for batch of 3 requests",
	"<rank>Request is disconnected from the client side (type 1). Client disconnected",
	"<rank>Decode instance could be dead, remote mooncake session 10.12.3.9:15234 is not alive",
	"<rank>NCCL WARN NET/IB : Got completion from peer 10.12.3.9 with status=12 opcode=0 len=0 vendor err 129, NCCL error")

var opening = lines(
	"<rank>Scheduler hit an exception: Traceback (most recent call last):",
	"<rank>TokenizerManager hit an exception: Traceback (most recent call last):")

var frame = lines(
	`  File "/sgl-workspace/sglang/python/sglang/srt/managers/scheduler.py", line <n 3000>, in event_loop_overlap_disagg_decode`,
	"    self.process_batch_result(batch, result)")

var exceptions = lines(
	"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has a total capacity of 79.11 GiB of which 1.02 GiB is free.",
	"RuntimeError: CUDA error: an illegal memory access was encountered",
	"AssertionError: token_to_kv_pool_allocator memory leak detected! available_size=412000, protected_size=0, self.max_total_num_tokens=412331",
	"zmq.error.ZMQError: Resource temporarily unavailable",
	"ConnectionResetError: [Errno 104] Connection reset by peer")
