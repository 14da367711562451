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
	return runK6With(t, script, out, nil, env...)
}

// runK6With does so with further flags of k6.
func runK6With(t *testing.T, script, out string, flags []string, env ...string) k6Run {
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
	args := append([]string{
		"run", "--quiet", "--address", "127.0.0.1:0", "--no-usage-report",
		"--out", "rollup=" + out, "-e", "URL=" + target.URL, "-e", "SUMMARY=" + file("summary.json"),
	}, flags...)
	k6 := exec.CommandContext(t.Context(), os.Args[0], append(args, file("script.js"))...)
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

// tagged has its tags in the scenario, where no flag of k6 replaces them. It starts late, because k6 makes vus_max once a second.
var tagged = strings.Replace(script, "vus: 3, iterations: 200,",
	"scenarios: { read: { executor: 'shared-iterations', vus: 3, iterations: 200, startTime: '1500ms', tags: { run: 'r1' } } },", 1)

func total(t *testing.T, addr, condition string) float64 {
	t.Helper()
	rows := query(t, addr, "k6", "SELECT SUM(value) AS total FROM "+metrics.HTTPReqsName+" WHERE "+condition)
	if len(rows) == 0 {
		return 0
	}
	return rows[0]["total"].(float64)
}

func TestK6CountsByTheScenariosTagsWhateverTheCommandLineTags(t *testing.T) {
	addr := startInfluxd(t)
	run := runK6With(t, tagged, addr+"/k6", []string{"--tag", "x=y"}, "K6_TAGS=z:1")
	if run.exitCode != 0 || run.requests != 401 {
		t.Fatalf("exit code %d, %d requests: %s", run.exitCode, run.requests, run.stderr)
	}
	run.expectCompleteLog(t)
	if sum := total(t, addr, "run = 'r1' AND x = 'y'"); sum != 400 {
		t.Errorf("%v of the load's 400 requests have the tags of the scenario and of the command line", sum)
	}
	if rows := query(t, addr, "k6", "SELECT COUNT(value) FROM "+metrics.VUsMaxName+" WHERE run = 'r1'"); len(rows) != 1 {
		t.Errorf("vus_max lacks the tags of the scenario: %v", rows)
	}
}

func TestK6CountsEveryInstanceOfATest(t *testing.T) {
	addr := startInfluxd(t)
	requests := int64(0)
	for _, segment := range []string{"0:1/4", "1/4:1"} {
		flags := []string{"--execution-segment", segment, "--execution-segment-sequence", "0,1/4,1"}
		run := runK6With(t, tagged, addr+"/k6", flags)
		if run.exitCode != 0 {
			t.Fatalf("exit code %d: %s", run.exitCode, run.stderr)
		}
		if sum := total(t, addr, "instance = '"+segment+"'"); sum != float64(run.requests) {
			t.Errorf("InfluxDB has %v of the %d requests of %s", sum, run.requests, segment)
		}
		requests += run.requests
	}
	if sum := total(t, addr, "time > 0"); requests != 402 || sum != 402 {
		t.Errorf("InfluxDB has %v, the instances sent %d requests; 400 and one in each setup() are right", sum, requests)
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
