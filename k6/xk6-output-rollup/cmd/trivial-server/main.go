// Command trivial-server answers every request with "ok". It costs as little as possible, to measure the load generator itself. It
// prints its base URL, and ends after the time of -for, so that nobody has to stop it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	lifetime := flag.Duration("for", time.Hour, "how long to serve")
	flag.Parse()
	if err := serve(*lifetime); err != nil {
		fmt.Fprintln(os.Stderr, "trivial-server:", err)
		os.Exit(1)
	}
}

func serve(lifetime time.Duration) error {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", listener.Addr())
	body := []byte("ok")
	server := http.Server{
		ReadHeaderTimeout: time.Minute,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(body) // a client that has gone away is no error
		}),
	}
	time.AfterFunc(lifetime, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
