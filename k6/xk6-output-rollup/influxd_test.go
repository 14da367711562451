package rollup

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.k6.io/k6/v2/metrics"
)

// startInfluxd runs a real InfluxDB 1.x on private ports and folders and returns its URL.
func startInfluxd(t *testing.T) string {
	t.Helper()
	binary := os.Getenv("INFLUXD")
	if binary == "" {
		var err error
		if binary, err = exec.LookPath("influxd"); err != nil {
			t.Fatal("no influxd: name the binary of InfluxDB 1.x in INFLUXD, or have it on PATH")
		}
	}
	dir := t.TempDir()
	addr := freeAddress(t)
	influxd := exec.CommandContext(context.Background(), binary)
	influxd.Env = append(os.Environ(),
		"INFLUXDB_REPORTING_DISABLED=true",
		"INFLUXDB_BIND_ADDRESS="+freeAddress(t),
		"INFLUXDB_HTTP_BIND_ADDRESS="+addr,
		"INFLUXDB_META_DIR="+filepath.Join(dir, "meta"),
		"INFLUXDB_DATA_DIR="+filepath.Join(dir, "data"),
		"INFLUXDB_DATA_WAL_DIR="+filepath.Join(dir, "wal"),
	)
	if err := influxd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = influxd.Process.Kill()
		_ = influxd.Wait() // tells of the kill
	})
	waitFor(t, "influxd answers", func() bool {
		response, err := http.Get("http://" + addr + "/ping")
		return err == nil && response.Body.Close() == nil && response.StatusCode == http.StatusNoContent
	})
	return "http://" + addr
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// query returns the rows of one InfluxQL statement, each as column → value; none if there is no such database yet.
func query(t *testing.T, addr, db, statement string) []map[string]any {
	t.Helper()
	address := fmt.Sprintf("%s/query?epoch=s&db=%s&q=%s", addr, url.QueryEscape(db), url.QueryEscape(statement))
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Results []struct {
			Series []struct {
				Columns []string
				Values  [][]any
			}
		}
	}
	if err := json.Unmarshal(content, &answer); err != nil || len(answer.Results) != 1 {
		t.Fatalf("%v: %s", err, content)
	}
	var rows []map[string]any
	for _, series := range answer.Results[0].Series {
		for _, values := range series.Values {
			row := make(map[string]any)
			for i, column := range series.Columns {
				row[column] = values[i]
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func TestARealInfluxDBReadsBackWhatWasWritten(t *testing.T) {
	addr := startInfluxd(t)
	r := start(t, addr+"/my db", patient)
	second := float64(time.Now().Unix() - 10)
	odd := `GET /a,b c=d "é"\`
	add := func(metric string, kind metrics.MetricType, seconds, value float64) {
		s := sample(t, r.registry, metric, kind, seconds, value, "name", odd, "empty", "")
		r.AddMetricSamples([]metrics.SampleContainer{s})
	}
	add("hits", metrics.Counter, second, 2)
	add("level", metrics.Gauge, second+0.5, 7)
	add("level", metrics.Gauge, second, 3)
	add("share", metrics.Rate, second, 1)
	add("share", metrics.Rate, second, 0)
	add("took", metrics.Trend, second, 1.5)
	add("took", metrics.Trend, second, 0.5)
	total := func() float64 {
		rows := query(t, addr, "my db", "SELECT SUM(value) FROM hits")
		if len(rows) == 0 {
			return 0
		}
		return rows[0]["sum"].(float64)
	}
	waitFor(t, "the counter in InfluxDB", func() bool { return total() == 2 })
	add("hits", metrics.Counter, second, 3) // late: replaces the point
	r.stopAndReport()

	name := `GET /a,b c=d "é"` // without the backslash at the end
	want := map[string]map[string]any{
		"hits":  {"time": second, "name": name, "value": 5.0},
		"level": {"time": second, "name": name, "value": 7.0},
		"share": {"time": second, "name": name, "value": 0.5, "count": 2.0},
		"took": {
			"time": second, "name": name, "count": 2.0, "mean": 1.0, "min": 0.5, "max": 1.5, "p50": 0.5, "p90": 1.5, "p95": 1.5, "p99": 1.5,
		},
	}
	for metric, fields := range want {
		rows := query(t, addr, "my db", "SELECT * FROM "+metric)
		if len(rows) != 1 || fmt.Sprint(rows[0]) != fmt.Sprint(fields) {
			t.Errorf("%s: got %v, want %v", metric, rows, fields)
		}
	}
}
