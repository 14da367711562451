// Command trivial-server answers every request with "ok": an HTTP server that costs as little as possible, to measure the load
// generator against. It prints its base URL and ends when its standard input ends, so that it cannot outlive who started it.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "trivial-server:", err)
		os.Exit(1)
	}
}

func serve() error {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	fmt.Printf("http://%s\n", listener.Addr())
	body := []byte("ok")
	server := http.Server{
		ReadHeaderTimeout: time.Minute,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(body) // a client that is gone is no concern of the server's
		}),
	}
	return server.Serve(listener)
}
