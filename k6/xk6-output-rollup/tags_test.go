package rollup

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"
)

// optionsOf returns the options of a script whose scenarios have these tags.
func optionsOf(t *testing.T, runTags map[string]string, tagsOfScenarios ...map[string]string) lib.Options {
	t.Helper()
	scenarios := make(map[string]any)
	for i, tags := range tagsOfScenarios {
		scenarios[string(rune('a'+i))] = map[string]any{"executor": "constant-vus", "vus": 1, "duration": "1s", "tags": tags}
	}
	content, err := json.Marshal(map[string]any{"scenarios": scenarios, "tags": runTags})
	if err != nil {
		t.Fatal(err)
	}
	var options lib.Options
	if err := json.Unmarshal(content, &options); err != nil {
		t.Fatal(err)
	}
	return options
}

func TestPointsOfNoScenarioHaveTheTagsThatAllScenariosShare(t *testing.T) {
	fromCommandLine := map[string]string{"x": "y", "run": "replaced"}
	options := optionsOf(t, fromCommandLine,
		map[string]string{"run": "r1", "round": "1", "name": "read", "target": "mvc", "slice": "1"},
		map[string]string{"run": "r1", "round": "1", "name": "read", "target": "mvc-vt", "slice": "2"},
	)
	b := newBench(t)
	b.aggregator.tags = newPointTags(DefaultConfig(), options)
	b.add(metrics.VUsName, metrics.Gauge, 10, 3, "x", "y", "run", "replaced")
	b.add(metrics.VUsMaxName, metrics.Gauge, 10, 4, "x", "y", "run", "replaced")
	b.add(metrics.IterationsName, metrics.Counter, 10, 5, "x", "y")
	b.expect(11, "iterations,x=y value=5 10", "vus,round=1,run=r1,x=y value=3 10", "vus_max,round=1,run=r1,x=y value=4 10")
	if health := b.aggregator.tags.ofHealth(); len(health) != 3 || health["round"] != "1" || health["run"] != "r1" || health["x"] != "y" {
		t.Errorf("health has %v", health)
	}
}

func TestWithoutScenariosThePointsHaveTheRunsTags(t *testing.T) {
	tags := newPointTags(DefaultConfig(), lib.Options{RunTags: map[string]string{"run": "r1"}})
	if health := tags.ofHealth(); len(health) != 1 || health["run"] != "r1" {
		t.Errorf("health has %v", health)
	}
}

func TestAnInstanceIsNamedByItsSettingOrItsSegment(t *testing.T) {
	cases := map[string]struct{ setting, segment, want string }{
		"one instance":      {"", "", ""},
		"the whole segment": {"", "0:1", ""},
		"a segment":         {"", "1/2:1", "1/2:1"},
		"both":              {"host-a", "1/2:1", "host-a"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var options lib.Options
			if c.segment != "" {
				segment, err := lib.NewExecutionSegmentFromString(c.segment)
				if err != nil {
					t.Fatal(err)
				}
				options.ExecutionSegment = segment
			}
			config := DefaultConfig()
			config.Instance = c.setting
			b := newBench(t)
			b.aggregator.tags = newPointTags(config, options)
			b.add("hits", metrics.Counter, 10, 1)
			want := "hits value=1 10"
			if c.want != "" {
				want = "hits,instance=" + c.want + " value=1 10"
			}
			b.expect(11, want)
		})
	}
}

func TestInstancesDoNotOverwriteEachOther(t *testing.T) {
	influx := newFakeInfluxDB(t, nil)
	past := time.Now().Add(-10 * time.Second)
	for _, instance := range []string{"a", "b"} {
		r := start(t, influx.URL+"?instance="+instance, patient)
		r.request(past, "true")
		r.stopAndReport()
	}
	if sum := influx.sumOf(t, metrics.HTTPReqsName); sum != 2 {
		t.Errorf("InfluxDB has %v of 2 requests", sum)
	}
	influx.mu.Lock()
	defer influx.mu.Unlock()
	for key := range influx.points {
		if !strings.Contains(key, "instance=") {
			t.Errorf("no instance in %s", key)
		}
	}
}
