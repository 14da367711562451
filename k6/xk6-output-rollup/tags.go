package rollup

import (
	"maps"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/metrics"
)

const (
	instanceTag = "instance"
	nameTag     = "name"
	// wholeSegment is the execution segment of a k6 that runs the whole test.
	wholeSegment = "0:1"
)

// pointTags says which tags a point has.
type pointTags struct {
	leaveOut []string
	run      map[string]string // of the points that belong to no scenario
	instance string            // of every point; empty for none
}

func newPointTags(config Config, options lib.Options) pointTags {
	instance := config.Instance
	if segment := options.ExecutionSegment; instance == "" && segment != nil && segment.String() != wholeSegment {
		instance = segment.String()
	}
	return pointTags{leaveOut: config.TagsAsFields, run: tagsOfRun(options), instance: instance}
}

// tagsOfRun returns the run's tags, and those that all scenarios have with one value. The tags of the command line (`--tag`, K6_TAGS)
// replace those of the script's options, but leave those of its scenarios alone. Without this, `vus` would lose them. The tag `name` stays
// with the scenarios, because it is a request's.
func tagsOfRun(options lib.Options) map[string]string {
	tags := make(map[string]string)
	maps.Copy(tags, options.RunTags)
	maps.Copy(tags, sharedTags(options.Scenarios))
	return tags
}

func sharedTags(scenarios lib.ScenarioConfigs) map[string]string {
	var shared map[string]string
	for _, scenario := range scenarios {
		tags := scenario.GetTags()
		if shared == nil {
			shared = maps.Clone(tags)
		}
		maps.DeleteFunc(shared, func(name, value string) bool {
			other, ok := tags[name]
			return !ok || other != value || name == nameTag
		})
	}
	return shared
}

// of returns the tags of the points of a time series. k6 itself makes `vus` and `vus_max`, for no scenario.
func (p pointTags) of(ts metrics.TimeSeries) map[string]string {
	tags := ts.Tags.Map()
	if ts.Metric.Name == metrics.VUsName || ts.Metric.Name == metrics.VUsMaxName {
		maps.Copy(tags, p.run)
	}
	for _, name := range p.leaveOut {
		delete(tags, name)
	}
	return p.withInstance(tags)
}

// ofHealth returns the tags of the points about the output itself.
func (p pointTags) ofHealth() map[string]string {
	return p.withInstance(maps.Clone(p.run))
}

func (p pointTags) withInstance(tags map[string]string) map[string]string {
	if p.instance != "" {
		tags[instanceTag] = p.instance
	}
	return tags
}
