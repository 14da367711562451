package rollup

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// An influxClient uses InfluxDB's v1 API, which 2.x also supports (with a DBRP mapping, and a token as the password).
type influxClient struct {
	http     *http.Client
	base     string
	query    url.Values
	db       string
	username string
	password string
	created  bool // the database exists, or this user may not create it
}

// A refusedError means that InfluxDB will not accept the points, however often they are sent.
type refusedError struct{ reason string }

func (e *refusedError) Error() string { return e.reason }

func newInfluxClient(config Config) (*influxClient, error) {
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: config.Insecure}, // K6_INFLUXDB_INSECURE asks for it
	}
	if config.Proxy != "" {
		proxy, err := url.Parse(config.Proxy)
		if err != nil || proxy.Host == "" {
			return nil, errors.New("K6_INFLUXDB_PROXY: not a URL such as http://host:port")
		}
		transport.Proxy = http.ProxyURL(proxy)
	}
	query := url.Values{"db": {config.DB}, "precision": {"s"}}
	if config.Retention != "" {
		query.Set("rp", config.Retention)
	}
	if config.Consistency != "" {
		query.Set("consistency", config.Consistency)
	}
	return &influxClient{
		http:     &http.Client{Transport: transport},
		base:     config.Addr,
		query:    query,
		db:       config.DB,
		username: config.Username,
		password: config.Password,
	}, nil
}

// write sends lines of line protocol. After a *refusedError it is pointless to send them again.
func (c *influxClient) write(ctx context.Context, lines [][]byte) error {
	if err := c.createDatabase(ctx); err != nil {
		return err
	}
	body := bytes.Join(lines, []byte{'\n'})
	status, answer, err := c.post(ctx, "/write?"+c.query.Encode(), "text/plain; charset=utf-8", body)
	if err != nil {
		return err
	}
	switch {
	case status < 300:
		return nil
	case status == http.StatusNotFound: // the database is gone, or the server restarted without it
		c.created = false
	case status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests:
		return &refusedError{answer}
	}
	return errors.New(answer)
}

// createDatabase creates the database unless it is known to exist. It fails only if the server cannot be reached or fails itself: a
// user who may not create databases may still write to one.
func (c *influxClient) createDatabase(ctx context.Context) error {
	if c.created {
		return nil
	}
	statement := `CREATE DATABASE "` + strings.ReplaceAll(strings.ReplaceAll(c.db, `\`, `\\`), `"`, `\"`) + `"`
	body := url.Values{"q": {statement}}.Encode()
	status, answer, err := c.post(ctx, "/query", "application/x-www-form-urlencoded", []byte(body))
	if err != nil {
		return err
	}
	if status >= 500 {
		return errors.New(answer)
	}
	c.created = true
	return nil
}

func (c *influxClient) post(ctx context.Context, path, contentType string, body []byte) (status int, answer string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Content-Type", contentType)
	if c.username != "" || c.password != "" {
		request.SetBasicAuth(c.username, c.password)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, "", err
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 1000))
	if err != nil {
		_ = response.Body.Close()
		return 0, "", err
	}
	return response.StatusCode, fmt.Sprintf("%s: %s", response.Status, strings.TrimSpace(string(text))), response.Body.Close()
}
