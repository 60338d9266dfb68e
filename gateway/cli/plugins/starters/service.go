// The service of the plugin my-service. The gateway has checked the inputs; they are in SI units.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type inputs struct {
	Weight  float64 `json:"weight"`
	BodyFat float64 `json:"body_fat"`
}

func leanMass(given inputs) any {
	return map[string]float64{"lean_mass_kg": math.Round(given.Weight*(100-given.BodyFat)) / 100}
}

var calculators = map[string]func(inputs) any{"/api/my-service/lean-mass": leanMass}

// What follows is the protocol of docs/services.md; it needs no change.
var keys = func() [][]byte {
	var all [][]byte
	for _, secret := range strings.Split(os.Getenv("SERVICE_SECRET"), ",") {
		extracted := digest(make([]byte, 32), []byte(strings.TrimSpace(secret)))
		all = append(all, digest(extracted, []byte("my-service\x01")))
	}
	return all
}()

func digest(key, text []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(text)
	return mac.Sum(nil)
}

func isSigned(r *http.Request) bool {
	at := r.Header.Get("X-Gateway-Time")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 60 {
		return false
	}
	lines := []string{"v1", at, r.Method, r.RequestURI}
	for _, name := range []string{"Client", "Request-Id", "Language", "Authenticated"} {
		lines = append(lines, r.Header.Get("X-Gateway-"+name))
	}
	sent := []byte(r.Header.Get("X-Gateway-Signature"))
	for _, key := range keys {
		known := "v1=" + hex.EncodeToString(digest(key, []byte(strings.Join(lines, "\n"))))
		if hmac.Equal([]byte(known), sent) {
			return true
		}
	}
	return false
}

func answer(w http.ResponseWriter, status int, content any) {
	body, _ := json.Marshal(content)
	w.Header().Set("Content-Type", "application/json")
	if status >= 300 {
		w.Header().Set("Content-Type", "application/problem+json")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}

func serve(w http.ResponseWriter, r *http.Request) {
	calculator, known := calculators[r.RequestURI]
	var given inputs
	switch {
	case r.RequestURI == "/healthz":
		answer(w, 200, map[string]string{"status": "ok"})
	case !known || r.Method != "POST":
		answer(w, 404, map[string]string{"code": "unknown-calculator"})
	case !isSigned(r):
		answer(w, 401, map[string]string{"code": "service-signature"})
	case json.NewDecoder(r.Body).Decode(&given) != nil:
		answer(w, 400, map[string]string{"code": "malformed-json"})
	default:
		answer(w, 200, calculator(given))
	}
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "9001"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// Longer than the gateway keeps an idle connection.
	server := &http.Server{Handler: http.HandlerFunc(serve), IdleTimeout: 65 * time.Second}
	ended := make(chan struct{})
	go func() {
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, syscall.SIGTERM)
		<-stop
		server.Shutdown(context.Background())
		close(ended)
	}()
	fmt.Printf("listening on http://%s\n", listener.Addr())
	server.Serve(listener)
	<-ended
}
