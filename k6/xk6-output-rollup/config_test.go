package rollup

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestDefaultsAreThoseOfTheBuiltInOutput(t *testing.T) {
	config, err := ReadConfig(nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Addr: "http://localhost:8086", DB: "k6", PushInterval: time.Second, TagsAsFields: []string{"vu", "iter", "url"},
		QueuePoints: 20000, StopTimeout: 5 * time.Second,
	}
	if !reflect.DeepEqual(config, want) {
		t.Errorf("got %+v, want %+v", config, want)
	}
}

func TestLaterSourcesOfSettingsWin(t *testing.T) {
	config, err := ReadConfig(
		json.RawMessage(`{"addr": "http://json:1", "db": "json", "username": "json", "insecure": true, "tagsAsFields": ["a", "b:int"], "queuePoints": 7}`),
		map[string]string{"K6_INFLUXDB_DB": "env", "K6_INFLUXDB_USERNAME": "env", "K6_ROLLUP_HLOG": "/a b/x.hlog", "K6_ROLLUP_INSTANCE": "env"},
		"https://user:p%40ss@host:2/db?pushInterval=2s&stopTimeout=100ms",
	)
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Addr: "https://host:2", DB: "db", Username: "user", Password: "p@ss", Insecure: true, PushInterval: 2 * time.Second,
		TagsAsFields: []string{"a", "b"}, Instance: "env", Hlog: "/a b/x.hlog", QueuePoints: 7, StopTimeout: 100 * time.Millisecond,
	}
	if !reflect.DeepEqual(config, want) {
		t.Errorf("got %+v, want %+v", config, want)
	}
}

func TestAListAndALargeNumberInJSON(t *testing.T) {
	config, err := ReadConfig(json.RawMessage(`{"tagsAsFields": [], "queuePoints": 20000000, "precision": "1s"}`), nil, "none")
	if err != nil || config.TagsAsFields != nil || config.QueuePoints != 20_000_000 {
		t.Errorf("got %+v, %v", config, err)
	}
}

func TestTheDatabaseSettingWinsOverThatOfTheAddressInTheSameSource(t *testing.T) {
	for range 20 { // JSON objects and queries have no order
		for _, argument := range []string{"", "http://host:1/address?db=setting"} {
			config, err := ReadConfig(json.RawMessage(`{"db": "setting", "addr": "http://host:1/address"}`), nil, argument)
			if err != nil || config.DB != "setting" || config.Addr != "http://host:1" {
				t.Fatalf("got %+v, %v", config, err)
			}
		}
	}
}

func TestAnArgumentWithoutPathOrUserKeepsThoseOfTheEnvironment(t *testing.T) {
	env := map[string]string{"K6_INFLUXDB_DB": "env", "K6_INFLUXDB_USERNAME": "u", "K6_INFLUXDB_PASSWORD": "p"}
	config, err := ReadConfig(nil, env, "http://host:1")
	if err != nil {
		t.Fatal(err)
	}
	if config.DB != "env" || config.Username != "u" || config.Password != "p" {
		t.Errorf("got %+v", config)
	}
}

func TestNoneSwitchesInfluxDBOff(t *testing.T) {
	for _, source := range []struct {
		env      map[string]string
		argument string
	}{{nil, "none"}, {map[string]string{"K6_INFLUXDB_ADDR": "none"}, ""}} {
		config, err := ReadConfig(nil, source.env, source.argument)
		if err != nil || config.Addr != noInfluxDB {
			t.Errorf("%v: got %q, %v", source, config.Addr, err)
		}
	}
}

func TestBadSettingsAreOneLineThatNamesThem(t *testing.T) {
	cases := map[string]struct {
		json, envName, envValue, argument string
		want                              []string
	}{
		"address without scheme": {argument: "127.0.0.1:8086/k6", want: []string{"--out rollup", "http://host:port"}},
		"udp":                    {argument: "udp://127.0.0.1:8089", want: []string{"--out rollup", "http://host:port"}},
		"unknown parameter":      {argument: "http://h:1/k6?nope=1", want: []string{`"nope"`, "pushInterval"}},
		"interval":               {envName: "K6_INFLUXDB_PUSH_INTERVAL", envValue: "abc", want: []string{"K6_INFLUXDB_PUSH_INTERVAL", `"abc"`, "1s"}},
		"negative interval":      {envName: "K6_INFLUXDB_PUSH_INTERVAL", envValue: "-1s", want: []string{"K6_INFLUXDB_PUSH_INTERVAL"}},
		"queue":                  {envName: "K6_ROLLUP_QUEUE_POINTS", envValue: "0", want: []string{"K6_ROLLUP_QUEUE_POINTS", `"0"`, "1"}},
		"insecure":               {envName: "K6_INFLUXDB_INSECURE", envValue: "maybe", want: []string{"K6_INFLUXDB_INSECURE", "true"}},
		"empty database":         {envName: "K6_INFLUXDB_DB", envValue: "", want: []string{"K6_INFLUXDB_DB"}},
		"json":                   {json: `{"stopTimeout": 5}`, want: []string{"stopTimeout", `"5"`}},
		"no json object":         {json: `[]`, want: []string{"configuration of the rollup output"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			env := map[string]string{}
			if c.envName != "" {
				env[c.envName] = c.envValue
			}
			_, err := ReadConfig(json.RawMessage(c.json), env, c.argument)
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range append(c.want, "") {
				if !strings.Contains(err.Error(), part) || strings.Contains(err.Error(), "\n") {
					t.Errorf("%q: want one line with %q", err, part)
				}
			}
		})
	}
}

func TestErrorsDoNotShowAPassword(t *testing.T) {
	_, err := ReadConfig(nil, nil, "ftp://user:secret@host")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}
