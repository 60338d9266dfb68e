-- Builds all requests beforehand, so that a row with many keys costs wrk no more than a row with one, and prints the
-- result as one line of JSON. Arguments: a file with one line per request, its headers separated by tabs, and for POSTs
-- a file with the body of all of them.
--
-- The headers that differ come last. LuaJIT's table of texts looks at some parts of a text, its end among them: if
-- 50,000 requests differ before those parts only, it compares each with all others, and wrk starts two minutes later.
-- `wrk.format` has the headers in an order of its own.

local requests = {}
local turn = 0

function init(args)
  local body = nil
  if args[2] then
    local file = io.open(args[2], 'rb')
    body = file:read('*a')
    file:close()
  end
  local method = body and 'POST' or wrk.method
  local start = string.format('%s %s HTTP/1.1\r\nHost: %s\r\n', method, wrk.path, wrk.headers['Host'])
  local rest = body and string.format('Content-Length: %d\r\n\r\n%s', #body, body) or '\r\n'
  for line in io.lines(args[1]) do
    local headers = line == '' and '' or line:gsub('\t', '\r\n') .. '\r\n'
    requests[#requests + 1] = start .. headers .. rest
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"calls":%d,"microseconds":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
