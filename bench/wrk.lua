-- Builds all requests beforehand, so that a row with many keys costs wrk no more than a row with one, and prints the
-- result as one line of JSON. Arguments: a file with one line per request, its headers separated by tabs, and for POSTs
-- a file with the body of all of them.

local requests = {}
local turn = 0

function init(args)
  local body = nil
  if args[2] then
    local file = io.open(args[2], 'rb')
    body = file:read('*a')
    file:close()
  end
  for line in io.lines(args[1]) do
    local headers = {}
    for name, value in line:gmatch("([^\t:]+): ([^\t]*)") do
      headers[name] = value
    end
    requests[#requests + 1] = wrk.format(body and 'POST' or nil, nil, headers, body)
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
