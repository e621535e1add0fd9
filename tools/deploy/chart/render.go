// Renders a chart with Go templates and Sprig, like Helm but without Helm: `render CHART VALUES.json`. The caller has merged the
// operator's values into those of the chart. renderChart.ts builds and runs this program.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type files struct{ folder string }

// Get returns the text of a file of the chart.
func (f files) Get(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(f.folder, name))
	return string(text), err
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	chart := os.Args[1]
	read := func(path string, into any) {
		text, err := os.ReadFile(path)
		must(err)
		must(yaml.Unmarshal(text, into))
	}
	var values, about map[string]any
	read(os.Args[2], &values)
	read(filepath.Join(chart, "Chart.yaml"), &about)

	whole := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, dot any) (string, error) {
		var out bytes.Buffer
		err := whole.ExecuteTemplate(&out, name, dot)
		return out.String(), err
	}
	functions["toYaml"] = func(value any) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["fromYaml"] = func(text string) (map[string]any, error) {
		table := map[string]any{}
		return table, yaml.Unmarshal([]byte(text), &table)
	}
	functions["required"] = func(message string, value any) (any, error) {
		if value == nil || value == "" {
			return value, errors.New(message)
		}
		return value, nil
	}
	whole.Funcs(functions)

	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	must(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		must(err)
		template.Must(whole.New(filepath.Base(path)).Parse(string(text)))
	}
	dot := map[string]any{
		"Values":  values,
		"Release": map[string]any{"Name": "slipway", "Namespace": "slipway", "Service": "Helm"},
		"Chart":   map[string]any{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Files":   files{chart},
	}
	rendered := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, ".tpl") {
			continue
		}
		var out bytes.Buffer
		must(whole.ExecuteTemplate(&out, filepath.Base(path), dot))
		// Helm also renders a missing value as an empty text.
		rendered["templates/"+filepath.Base(path)] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	must(json.NewEncoder(os.Stdout).Encode(rendered))
	fmt.Fprintln(os.Stderr, len(rendered), "files")
}
