package rollup

import (
	"errors"
	"math"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/errext"
	"go.k6.io/k6/v2/errext/exitcodes"
	"go.k6.io/k6/v2/output"
)

const (
	// k6 hands over samples every 50 ms; collecting them every 100 ms keeps the buffer short.
	collectInterval = 100 * time.Millisecond

	// grace is how long a second stays open after its end, for samples that are still on their way through k6.
	grace = 250 * time.Millisecond
)

// Output aggregates k6's samples per metric, tag set and second.
type Output struct {
	output.SampleBuffer

	config      Config
	logger      logrus.FieldLogger
	stopTestRun func(error)

	healthTags map[string]string
	aggregator *aggregator
	streams    *streams
	flusher    *output.PeriodicFlusher
	client     *influxClient // nil without InfluxDB
	sender     *sender       // nil without InfluxDB
	hlog       *hlogWriter   // nil without an interval log
	hlogFailed bool          // the interval log failed, and k6 was asked to stop
}

var _ output.WithTestRunStop = (*Output)(nil)

// New creates the output and the interval log. An invalid setting is an error of one line. The log is created here and not in Start,
// because k6 would still run the script's handleSummary after a failed Start.
func New(params output.Params) (output.Output, error) {
	o, err := newOutput(params)
	if err != nil {
		return nil, errext.WithExitCodeIfNone(err, exitcodes.InvalidConfig)
	}
	return o, nil
}

func newOutput(params output.Params) (*Output, error) {
	config, err := ReadConfig(params.JSONConfig, params.Environment, params.ConfigArgument)
	if err != nil {
		return nil, err
	}
	streams := newStreams(config.Hlog != "")
	tags := newPointTags(config, params.ScriptOptions)
	o := &Output{
		config:      config,
		logger:      params.Logger.WithField("output", "rollup"),
		stopTestRun: func(error) {},
		healthTags:  tags.ofHealth(),
		aggregator:  newAggregator(tags, streams),
		streams:     streams,
	}
	if config.Addr != noInfluxDB {
		if o.client, err = newInfluxClient(config); err != nil {
			return nil, err
		}
	}
	if config.Hlog != "" {
		if o.hlog, err = newHlogWriter(config.Hlog, time.Now()); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// Description says where points and interval log are written.
func (o *Output) Description() string {
	text := "rollup ("
	if o.config.Addr == noInfluxDB {
		text += "no InfluxDB"
	} else {
		text += o.config.Addr + ", database " + o.config.DB
	}
	if o.config.Hlog != "" {
		text += "; " + o.config.Hlog
	}
	return text + ")"
}

// SetTestRunStopCallback sets the function that ends the test run.
func (o *Output) SetTestRunStopCallback(stop func(error)) {
	o.stopTestRun = stop
}

// Start starts collecting. InfluxDB may be down.
func (o *Output) Start() error {
	if o.client != nil {
		o.sender = startSender(o.client, o.config.QueuePoints, o.config.PushInterval)
	}
	var err error
	o.flusher, err = output.NewPeriodicFlusher(collectInterval, o.collect)
	return err
}

// Stop writes everything that is left. It ends shortly after the stop timeout at the latest, whatever InfluxDB does. It returns an error
// if the interval log or the report is incomplete.
func (o *Output) Stop() error {
	o.flusher.Stop()
	o.end(math.MaxInt64)
	o.sendHealth(time.Now().Unix())
	report := Report{
		Samples:     o.aggregator.samples,
		Seconds:     len(o.aggregator.seconds),
		LateSamples: o.aggregator.late,
		UserSeconds: o.aggregator.users.perSecond(),
	}
	var failures []error
	if o.hlog != nil {
		o.hlog.close()
		report.HlogIntervals = o.hlog.intervals
		if o.hlog.err != nil {
			report.HlogError = o.hlog.err.Error()
			if !o.hlogFailed {
				failures = append(failures, o.hlog.err)
			}
		}
	}
	if o.sender != nil {
		sent := o.sender.stop(o.config.StopTimeout)
		report.PointsWritten = sent.written
		report.PointsDropped = sent.dropped
		report.WriteErrors = sent.writeErrors
		report.LastError = sent.lastError
		report.LongestWriteMs = float64(sent.longestWrite) / float64(time.Millisecond)
	}
	report.log(o.logger)
	if o.config.Report != "" {
		failures = append(failures, report.save(o.config.Report))
	}
	return errors.Join(failures...)
}

// collect aggregates the samples that k6 has handed over, and ends the seconds whose grace is over.
func (o *Output) collect() {
	for _, container := range o.GetBufferedSamples() {
		samples := container.GetSamples()
		for i := range samples {
			o.aggregator.add(&samples[i])
		}
	}
	if before := time.Now().Add(-grace).Unix(); before > o.aggregator.endedBefore {
		o.end(before)
		o.sendHealth(before - 1)
		o.stopRunWithoutHlog()
	}
}

func (o *Output) end(before int64) {
	if o.hlog != nil {
		ended := o.streams.end(before)
		o.hlog.write(ended)
		o.streams.recycle(ended)
	}
	o.aggregator.end(before, func(line []byte) {
		if o.sender != nil {
			o.sender.enqueue(line)
		}
	})
}

func (o *Output) sendHealth(second int64) {
	if o.sender != nil {
		o.sender.enqueue(healthLine(o.healthTags, second, o.aggregator.late, o.sender.soFar()))
	}
}

// stopRunWithoutHlog ends the test run, once, if the interval log cannot be written: without its main result a run is worthless.
func (o *Output) stopRunWithoutHlog() {
	if o.hlog == nil || o.hlog.err == nil || o.hlogFailed {
		return
	}
	o.hlogFailed = true
	o.stopTestRun(o.hlog.err)
}
