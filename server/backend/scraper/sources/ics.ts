import { HopelessJob } from '../../jobs/queue.ts'
import { addressFault, addressOf, addressQuery, datasetOfQuery, hostsOf } from './address-query.ts'
import { plainRecord, scalarsOf, webAddress } from './plain-record.ts'
import type { Raw, Source, SourcePage } from './source.ts'
import { textOf } from './text.ts'

const mostBytes = 5_000_000
const mostEvents = 20_000

/** iCalendar event properties that are read, with their field names in the record. Source: RFC 5545, section 3.8. */
const properties: Record<string, string> = {
  UID: 'uid',
  'RECURRENCE-ID': 'recurrence',
  SUMMARY: 'summary',
  DESCRIPTION: 'description',
  LOCATION: 'location',
  DTSTART: 'starts',
  DTEND: 'ends',
  STATUS: 'status',
  CATEGORIES: 'categories',
  URL: 'url',
  ORGANIZER: 'organizer'
}
/** Fields that only identify the record, and are not stored as fields. */
const leftOut = new Set(['uid', 'recurrence'])

/** Source of events from an iCalendar file. */
// Long: the parts of one source.
export const ics = (): Source => ({
  kind: 'ics',
  title: 'Calendar',
  about: 'Events of a calendar in the iCalendar format (.ics).',
  dataType: 'opportunity',
  query: addressQuery({}),
  address: '',
  hosts: hostsOf,
  words: query => `Calendar ${addressOf(query)}`,
  fault: addressFault,
  datasetsOf: 'address',

  async *pages(query, _cursor, inquiry) {
    const { body } = await inquiry.file(addressOf(query), { accept: 'text/calendar', maxBytes: mostBytes })
    const { events, total } = eventsOf(body.toString('utf8'))
    const isCut = total > events.length
    if (isCut) inquiry.log('warning', `The calendar has more than ${mostEvents.toLocaleString('en')} events: the others were left out`)
    yield { records: events, cursor: null, total: isCut ? total : null } satisfies SourcePage
  },

  identity: ({ uid, recurrence }) => (textOf(uid) === null ? null : [textOf(uid), textOf(recurrence)].filter(Boolean).join(' ')),

  read(raw, query) {
    const ends = endOf(raw)
    const [firstDay, lastDay] = [dayOf(raw.starts), dayOf(ends)]
    return plainRecord({
      title: textOf(raw.summary),
      url: webAddress(raw.url),
      datasetId: datasetOfQuery(query).externalId,
      eventDate: [firstDay, lastDay !== firstDay && lastDay].filter(Boolean).join('/') || null,
      firstDay,
      lastDay: lastDay ?? firstDay,
      fields: scalarsOf({ ...raw, ends }, leftOut)
    })
  },

  dataset: async (_id, _inquiry, query) => datasetOfQuery(query)
})

/**
 * Reads the events of a calendar up to a limit, and counts all of them. Times are rewritten in ISO 8601 without conversion to UTC, followed by the
 * name of their time zone, if any.
 * @throws HopelessJob for a text that is not a calendar
 */
export function eventsOf(text: string): { events: Raw[]; total: number } {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
  if (!/^BEGIN:VCALENDAR$/i.test(lines[0]?.trim() ?? '')) throw new HopelessJob('The server answered with something other than a calendar')
  const events: Raw[] = []
  const inside: string[] = []
  for (const line of lines) {
    const [, name = '', parameters = '', value = ''] = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^;:"]*))*):(.*)$/.exec(line) ?? []
    const property = name.toUpperCase()
    if (property === 'BEGIN') {
      inside.push(value.trim().toUpperCase())
      if (inside.at(-1) !== 'VEVENT') continue
      if (events.length === mostEvents) break
      events.push({})
    } else if (property === 'END') inside.pop()
    else if (inside.at(-1) === 'VEVENT') {
      const field = properties[property]
      const event = events.at(-1)
      if (!field || !event) continue
      const [, zone] = /;TZID=("?)([^";]*)\1/i.exec(parameters)?.slice(1) ?? []
      const isTime = field === 'starts' || field === 'ends' || field === 'recurrence'
      event[field] = isTime ? timeOf(value, zone) : unescaped(value)
    }
  }
  return { events, total: lines.filter(line => /^BEGIN:VEVENT\s*$/i.test(line)).length }
}

/** `20270301T090000` → `2027-03-01T09:00:00 Europe/Berlin` */
function timeOf(value: string, zone: string | undefined): string {
  const [, year, month, day, hour, minute, second, utc] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(value.trim()) ?? []
  if (!year) return value.trim()
  const date = `${year}-${month}-${day}`
  return hour ? `${date}T${hour}:${minute}:${second}${utc}${zone && !utc ? ` ${zone}` : ''}` : date
}

/** Returns the end of an event. An end without a time is exclusive (RFC 5545, section 3.8.2.2), so the last day is the day before it. */
function endOf({ starts, ends }: Raw): unknown {
  const isDate = typeof ends === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(ends) && !Number.isNaN(Date.parse(ends))
  return isDate && ends > String(starts ?? ends) ? new Date(Date.parse(ends) - 86_400_000).toISOString().slice(0, 10) : ends
}

const dayOf = (time: unknown) => (typeof time === 'string' && /^\d{4}-\d{2}-\d{2}/.test(time) ? time.slice(0, 10) : null)

const unescaped = (text: string) => text.replace(/\\([nN,;\\])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
