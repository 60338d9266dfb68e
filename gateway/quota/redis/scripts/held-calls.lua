-- Forwarded calls and idempotency keys, as `holds.ts` has them.
--   hold         "until returned month epoch included overage credits", the family, "key place print" of its
--                idempotency key or "", and the name of its usage row; each on its own line
--   key          "print at places" (a character per place: - free, c charged, a answered again, r forwarded)
--   key window   "since count"

local HOLD = '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)\n([^\n]*)\n([^\n]*)\n(.*)$'
local KEY = '^(%S+) (%S+) (%S+)$'

local function stateAt(places, place)
  local state = string.sub(places, place + 1, place + 1)
  return state == '' and '-' or state
end

local function withPlace(places, place, state)
  local padded = places .. string.rep('-', place - #places)
  return string.sub(padded, 1, place) .. state .. string.sub(padded, place + 2)
end

local function writeKey(key, print, at, places)
  call('SET', key, format('%s %.0f %s', print, at, places), 'KEEPTTL')
end

-- Sets the place of a call whose fate is known. Returns false if it was answered again and is to be freed.
local function settlePlace(key, place, print, state)
  local text = call('GET', key)
  local held, at, places = match(text or '', KEY)
  place = tonumber(place)
  if held ~= print then return true end
  local before = stateAt(places, place)
  if state == '-' and before == 'a' then return false end
  if state == 'c' and before ~= 'r' then return true end
  local after = withPlace(places, place, state)
  if match(after, '^%-*$') then call('DEL', key) else writeKey(key, print, tonumber(at), after) end
  return true
end

-- The idempotency keys of one command: the window is in the key `first`, the others follow it.
local function openKeys(first, count, now)
  local keys, texts, records, changed = {}, {}, {}, {}
  local windowText = call('GET', KEYS[first]) or ''
  local since, used = match(windowText, '^(%S+) (%S+)$')
  since, used = tonumber(since), tonumber(used)
  if not since or now >= since + KEY_MS then since, used = now, 0 end
  local usedBefore = used
  for index = 1, count do
    texts[index] = call('GET', KEYS[first + index]) or ''
    local print, at, places = match(texts[index], KEY)
    if print and now < at + KEY_MS then records[index] = {print = print, at = tonumber(at), places = places} end
  end

  -- Returns "refused", "charged" or nil.
  function keys.look(mark)
    local record = records[mark.key]
    if not record then return used >= MOST_KEYS and 'refused' or nil end
    if record.print ~= mark.print then return 'refused' end
    if mark.probe then return match(record.places, 'r') and 'refused' or nil end
    local state = stateAt(record.places, mark.place)
    if state == '-' then return nil end
    return (state == 'r' or mark.hold) and 'refused' or 'charged'
  end

  function keys.take(mark, charge)
    local record = records[mark.key]
    local charged = record and stateAt(record.places, mark.place) ~= '-'
    if not charged and charge == 0 then return end
    if not record then
      record = {print = mark.print, at = now, places = '', new = true}
      records[mark.key], used = record, used + 1
    end
    record.places = withPlace(record.places, mark.place, mark.hold and 'r' or charged and 'a' or 'c')
    changed[mark.key] = true
  end

  function keys.write()
    for index in pairs(changed) do
      local record = records[index]
      if record.new then
        call('SET', KEYS[first + index], format('%s %.0f %s', record.print, record.at, record.places), 'PX', KEY_MS)
      else writeKey(KEYS[first + index], record.print, record.at, record.places) end
    end
    if used > usedBefore then
      call('SET', KEYS[first], format('%.0f %.0f', since, used), 'PX', KEY_MS)
    end
  end

  function keys.texts() return windowText, unpack(texts) end

  return keys
end
