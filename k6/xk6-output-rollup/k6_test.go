package rollup

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.k6.io/k6/v2/metrics"
)

// script makes 1 request in setup, then 3 VUs make 200 iterations of 2 requests each, one of which fails: 401 in all.
const script = `
import http from 'k6/http';
export const options = { vus: 3, iterations: 200, discardResponseBodies: true, systemTags: ['name', 'status', 'expected_response'] };
export function setup() {
  http.get(__ENV.URL + '/', { tags: { name: 'setup' } });
}
export default function () {
  http.get(__ENV.URL + '/', { tags: { name: 'read, all' } });
  http.get(__ENV.URL + '/missing', { tags: { name: 'read, all' } });
}
export function handleSummary(data) {
  return { [__ENV.SUMMARY]: JSON.stringify({ requests: data.metrics.http_reqs.values.count }) };
}
`

type k6Run struct {
	exitCode int
	stderr   string
	requests int64 // as k6's own summary counts
	hlog     []logged
	report   Report
}

// runK6 runs the script with k6 and this output; env adds to its environment and overrides it.
func runK6(t *testing.T, out string, env ...string) k6Run {
	t.Helper()
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer target.Close()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(file("script.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	k6 := exec.CommandContext(t.Context(), os.Args[0], "run", "--quiet", "--address", "127.0.0.1:0", "--no-usage-report",
		"--out", "rollup="+out, "-e", "URL="+target.URL, "-e", "SUMMARY="+file("summary.json"), file("script.js"))
	k6.Env = append(os.Environ(), append([]string{
		asK6 + "=1", "K6_ROLLUP_HLOG=" + file("x.hlog"), "K6_ROLLUP_REPORT=" + file("report.json"), "K6_ROLLUP_STOP_TIMEOUT=" + patient.String(),
	}, env...)...)
	var stderr bytes.Buffer
	k6.Stderr = &stderr
	_ = k6.Run() // the exit code says more
	run := k6Run{exitCode: k6.ProcessState.ExitCode(), stderr: stderr.String()}
	if run.exitCode != 0 {
		return run
	}
	var summary struct{ Requests int64 }
	readJSON(t, file("summary.json"), &summary)
	readJSON(t, file("report.json"), &run.report)
	run.requests = summary.Requests
	run.hlog = readHlog(t, file("x.hlog"))
	return run
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatal(err)
	}
}

func (r k6Run) expectCompleteLog(t *testing.T) {
	t.Helper()
	counts := countByTag(r.hlog)
	if counts["read__all.ok"] != 200 || counts["read__all.failed"] != 200 || counts["setup.ok"] != 1 || len(counts) != 3 {
		t.Errorf("log has %v", counts)
	}
}

func TestK6TheLogAndInfluxDBCountTheSameRequests(t *testing.T) {
	addr := startInfluxd(t)
	run := runK6(t, addr+"/k6")
	if run.exitCode != 0 || run.stderr != "" {
		t.Fatalf("exit code %d: %s", run.exitCode, run.stderr)
	}
	if run.requests != 401 {
		t.Errorf("k6 counts %d", run.requests)
	}
	run.expectCompleteLog(t)
	for _, statement := range []string{
		"SELECT SUM(value) AS total FROM " + metrics.HTTPReqsName,
		"SELECT SUM(count) AS total FROM " + metrics.HTTPReqDurationName,
	} {
		if rows := query(t, addr, "k6", statement); len(rows) != 1 || rows[0]["total"] != 401.0 {
			t.Errorf("%s: %v", statement, rows)
		}
	}
	if run.report.PointsDropped != 0 || run.report.WriteErrors != 0 || run.report.PointsWritten == 0 {
		t.Errorf("%+v", run.report)
	}
}

func TestK6EndsWellWithAnInfluxDBThatHangs(t *testing.T) {
	influx := newFakeInfluxDB(t, hang(t))
	run := runK6(t, influx.URL, "K6_ROLLUP_STOP_TIMEOUT=200ms")
	if run.exitCode != 0 || run.requests != 401 {
		t.Errorf("exit code %d, %d requests", run.exitCode, run.requests)
	}
	run.expectCompleteLog(t)
	if strings.Count(run.stderr, "\n") != 1 || !strings.Contains(run.stderr, "level=warning") || !strings.Contains(run.stderr, "pointsDropped") {
		t.Errorf("want one warning, got %q", run.stderr)
	}
}

func TestK6RefusesBadSettingsInOneLine(t *testing.T) {
	cases := map[string]struct{ out, env, want string }{
		"argument": {"127.0.0.1:8086", "", "argument of --out rollup"},
		"setting":  {"none", "K6_INFLUXDB_PUSH_INTERVAL=soon", "K6_INFLUXDB_PUSH_INTERVAL"},
		"log":      {"none", "K6_ROLLUP_HLOG=/nonexistent/x.hlog", "/nonexistent/x.hlog"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			run := runK6(t, c.out, c.env)
			if run.exitCode == 0 || strings.Count(run.stderr, "\n") != 1 || !strings.Contains(run.stderr, c.want) {
				t.Errorf("exit code %d: %q", run.exitCode, run.stderr)
			}
		})
	}
}
