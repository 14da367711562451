package rollup

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A fakeInfluxDB keeps points as InfluxDB does: a new point replaces an older one of the same series and time.
type fakeInfluxDB struct {
	*httptest.Server

	mu       sync.Mutex
	answer   func(r *http.Request) int // status of the next answer; nil for 204
	points   map[string]string         // series and time → fields
	requests []string                  // method, path and query
	user     string
	password string
}

func newFakeInfluxDB(t *testing.T, answer func(r *http.Request) int) *fakeInfluxDB {
	t.Helper()
	f := &fakeInfluxDB{answer: answer, points: make(map[string]string)}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fakeInfluxDB) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	status := http.StatusNoContent
	if f.answer != nil {
		status = f.answer(r)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, r.Method+" "+r.URL.RequestURI())
	f.user, f.password, _ = r.BasicAuth()
	if r.URL.Path == "/write" && status == http.StatusNoContent {
		for _, line := range strings.Split(string(body), "\n") {
			parts := strings.Split(line, " ")
			f.points[parts[0]+" "+parts[2]] = parts[1]
		}
	}
	w.WriteHeader(status)
	if status != http.StatusNoContent {
		_, _ = io.WriteString(w, `{"error":"made up"}`)
	}
}

func (f *fakeInfluxDB) sumOf(t *testing.T, measurement string) float64 {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	sum := 0.0
	for key, fields := range f.points {
		if key, _, _ := strings.Cut(key, " "); key != measurement && !strings.HasPrefix(key, measurement+",") {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimPrefix(fields, "value="), 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += value
	}
	return sum
}

func (f *fakeInfluxDB) seen() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.requests...)
}

func onWrite(status int) func(*http.Request) int {
	return func(r *http.Request) int {
		if r.URL.Path == "/write" {
			return status
		}
		return http.StatusOK
	}
}
