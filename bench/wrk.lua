-- Makes all requests beforehand, so that a row with many keys costs wrk no more than a row with one, and says the
-- result as one line of JSON. First argument: a file with one line a request, its headers separated by tabs.

local requests = {}
local turn = 0

function init(args)
  for line in io.lines(args[1]) do
    local headers = {}
    for name, value in line:gmatch("([^\t:]+): ([^\t]*)") do
      headers[name] = value
    end
    requests[#requests + 1] = wrk.format(nil, nil, headers)
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
