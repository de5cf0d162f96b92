package format

// gatewayTarget says whether a target is a module of the gateway, under any of its names.
func gatewayTarget(t []byte) bool {
	for _, root := range [...]string{"smg", "sglang_router", "sgl_model_gateway", "sgl_router"} {
		if len(t) >= len(root) && string(t[:len(root)]) == root {
			return true
		}
	}
	return false
}
