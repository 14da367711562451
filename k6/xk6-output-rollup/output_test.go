package rollup

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/sirupsen/logrus/hooks/test"
	"go.k6.io/k6/v2/metrics"
	"go.k6.io/k6/v2/output"
)

type running struct {
	*Output
	t        *testing.T
	registry *metrics.Registry
	log      *test.Hook
	hlogPath string
	report   string
}

// patient gives InfluxDB enough time for its last write, even on a slow machine.
const patient = 30 * time.Second

func start(t *testing.T, addr string, stopTimeout time.Duration) *running {
	t.Helper()
	dir := t.TempDir()
	logger, hook := test.NewNullLogger()
	logger.SetLevel(logrus.DebugLevel)
	logger.SetOutput(io.Discard)
	r := &running{t: t, registry: metrics.NewRegistry(), log: hook, hlogPath: filepath.Join(dir, "a b.hlog"), report: filepath.Join(dir, "r.json")}
	out, err := New(output.Params{
		Logger:         logger,
		ConfigArgument: addr,
		Environment: map[string]string{
			"K6_ROLLUP_HLOG":            r.hlogPath,
			"K6_ROLLUP_REPORT":          r.report,
			"K6_ROLLUP_STOP_TIMEOUT":    stopTimeout.String(),
			"K6_INFLUXDB_PUSH_INTERVAL": "10ms",
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Output = out.(*Output)
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

// request adds the two samples of a request that matter here: http_reqs and http_req_duration.
func (r *running) request(at time.Time, expected string) {
	r.t.Helper()
	seconds := float64(at.Unix())
	tags := []string{"name", "read", "expected_response", expected}
	r.AddMetricSamples([]metrics.SampleContainer{metrics.Samples{
		sample(r.t, r.registry, metrics.HTTPReqsName, metrics.Counter, seconds, 1, tags...),
		sample(r.t, r.registry, metrics.HTTPReqDurationName, metrics.Trend, seconds, 5, tags...),
	}})
}

func (r *running) stopAndReport() Report {
	r.t.Helper()
	if err := r.Stop(); err != nil {
		r.t.Fatal(err)
	}
	content, err := os.ReadFile(r.report)
	if err != nil {
		r.t.Fatal(err)
	}
	var report Report
	if err := json.Unmarshal(content, &report); err != nil {
		r.t.Fatal(err)
	}
	return report
}

func (r *running) warnings() []string {
	var warnings []string
	for _, entry := range r.log.AllEntries() {
		if entry.Level <= logrus.WarnLevel {
			line, err := entry.String()
			if err != nil {
				r.t.Fatal(err)
			}
			warnings = append(warnings, line)
		}
	}
	return warnings
}

func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestEverySampleIsInTheLogAndInInfluxDBLateOnesToo(t *testing.T) {
	influx := newFakeInfluxDB(t, nil)
	r := start(t, influx.URL, patient)
	past := time.Now().Add(-10 * time.Second)
	r.request(past, "true")
	r.request(past, "false")
	waitFor(t, "the first points in InfluxDB", func() bool { return influx.sumOf(t, metrics.HTTPReqsName) == 2 })
	r.request(past, "true") // late
	r.request(time.Now(), "true")
	report := r.stopAndReport()

	if sum := influx.sumOf(t, metrics.HTTPReqsName); sum != 4 {
		t.Errorf("InfluxDB has %v requests", sum)
	}
	intervals := readHlog(t, r.hlogPath)
	if counts := countByTag(intervals); counts["read.ok"] != 3 || counts["read.failed"] != 1 || len(counts) != 2 {
		t.Errorf("log has %v", counts)
	}
	if report.Samples != 8 || report.Seconds != 2 || report.LateSamples < 2 || report.PointsDropped != 0 || report.WriteErrors != 0 ||
		report.HlogIntervals != int64(len(intervals)) || report.HlogError != "" || report.LastError != "" {
		t.Errorf("%+v", report)
	}
	if warnings := r.warnings(); len(warnings) != 0 {
		t.Errorf("warnings: %q", warnings)
	}
}

func TestTheLogFollowsTheClock(t *testing.T) {
	r := start(t, noInfluxDB, patient)
	r.request(time.Now().Add(-10*time.Second), "true")
	waitFor(t, "an interval in the log", func() bool { return len(readHlog(t, r.hlogPath)) == 1 })
	r.stopAndReport()
}

func TestTheLogIsCompleteWhateverInfluxDBDoes(t *testing.T) {
	gone := newFakeInfluxDB(t, nil)
	gone.Close()
	servers := map[string]string{
		"gone":    gone.URL,
		"500":     newFakeInfluxDB(t, onWrite(http.StatusInternalServerError)).URL,
		"hanging": newFakeInfluxDB(t, hang(t)).URL,
	}
	for name, addr := range servers {
		t.Run(name, func(t *testing.T) {
			r := start(t, addr, 50*time.Millisecond)
			for range 5 {
				r.request(time.Now(), "true")
			}
			report := r.stopAndReport()
			if counts := countByTag(readHlog(t, r.hlogPath)); counts["read.ok"] != 5 {
				t.Errorf("log has %v", counts)
			}
			if report.PointsDropped == 0 || report.PointsWritten != 0 || report.WriteErrors == 0 || report.LastError == "" {
				t.Errorf("%+v", report)
			}
			warnings := r.warnings()
			if len(warnings) != 1 || !strings.Contains(warnings[0], "pointsDropped") || !strings.Contains(warnings[0], "lastError") {
				t.Errorf("want one warning, got %q", warnings)
			}
		})
	}
}

func TestARunWhoseLogCannotBeWrittenIsStoppedOnce(t *testing.T) {
	r := start(t, noInfluxDB, patient)
	stops := make(chan error, 10)
	r.SetTestRunStopCallback(func(err error) { stops <- err })
	if err := r.hlog.file.Close(); err != nil { // every write fails from here on
		t.Fatal(err)
	}
	past := time.Now().Add(-10 * time.Second)
	r.request(past, "true")
	if err := <-stops; !strings.HasPrefix(err.Error(), "interval log: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	r.request(past, "true")
	report := r.stopAndReport()
	if len(stops) != 0 || report.HlogError == "" || report.HlogIntervals != 0 {
		t.Errorf("%d more stops, %+v", len(stops), report)
	}
}

func TestStopTellsWhenOnlyTheEndOfTheLogIsMissing(t *testing.T) {
	r := start(t, noInfluxDB, patient)
	if err := r.hlog.file.Close(); err != nil {
		t.Fatal(err)
	}
	r.request(time.Now().Add(time.Hour), "true") // not before Stop
	if err := r.Stop(); err == nil || !strings.HasPrefix(err.Error(), "interval log: ") {
		t.Errorf("got %v", err)
	}
}
