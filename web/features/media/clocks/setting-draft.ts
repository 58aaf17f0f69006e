import { isZone, momentOfClock } from '../../../../shared/clock/moment-of-clock.ts'
import { fixedOffset, offsetAt, offsetName } from '../../../../shared/clock/zones.ts'
import type { ClockSetting } from '../../../../shared/contracts/camera-clocks.ts'
import { longestClockAheadSeconds } from '../../../../shared/limits.ts'
import { formatTime } from '../../../ui/format.ts'
import { spanText } from './span-text.ts'
import { texts } from './texts.ts'

const { faults } = texts

/** Clock setting in the form, as entered. */
export interface SettingDraft {
  /** Empty until an option is chosen. */
  kind: '' | 'utc' | 'own' | 'offset' | 'place'
  offset: string
  place: string
  error: 'right' | 'fast' | 'slow'
  /** Error of the clock, as `0:01:30`. */
  by: string
}

export const emptySetting: SettingDraft = { kind: '', offset: '', place: '', error: 'right', by: '' }

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** First and last camera time to which a setting applies. */
export interface ClockSpan {
  firstTime: string
  lastTime: string
}

export type ReadSetting = { setting: ClockSetting } | { zone?: string; by?: string }

const dayMs = 86_400_000

/** Reads the clock setting from the form, or returns its errors by field. The result is empty while no zone is chosen. */
export function readSetting(draft: SettingDraft, span: ClockSpan | null): ReadSetting {
  const zone = { '': '', utc: 'UTC', own: ownZone(), offset: draft.offset, place: draft.place.trim() }[draft.kind]
  const seconds = draft.error === 'right' ? 0 : readSpan(draft.by)
  if (seconds === null) return { by: faults.span }
  if (seconds > longestClockAheadSeconds) return { by: faults.tooLong }
  if (draft.kind === 'place' && zone !== '' && !isZone(zone)) return { zone: faults.zone }
  if (zone === '') return {}
  const setting = { zone, aheadSeconds: draft.error === 'slow' ? -seconds : seconds }
  if (span) {
    const [first, last] = [momentOfClock(span.firstTime, setting), momentOfClock(span.lastTime, setting)]
    if (last > Date.now() + 2 * dayMs) return { by: faults.future(formatTime(iso(last))) }
    if (first < Date.UTC(1971, 0, 1)) return { by: faults.past(formatTime(iso(first))) }
  }
  return { setting }
}

/** Converts a stored setting to the fields of the form. */
export function draftOf(setting: { zone: string | null; aheadSeconds: number | null }): SettingDraft {
  const { zone, aheadSeconds } = setting
  if (zone === null) return emptySetting
  const isOffset = fixedOffset(zone) !== null
  const kind = zone === 'UTC' ? 'utc' : zone === ownZone() ? 'own' : isOffset ? 'offset' : 'place'
  const seconds = aheadSeconds ?? 0
  return {
    kind,
    offset: kind === 'offset' ? zone : '',
    place: kind === 'place' ? zone : '',
    error: seconds === 0 ? 'right' : seconds > 0 ? 'fast' : 'slow',
    by: seconds === 0 ? '' : spanText(Math.abs(seconds))
  }
}

/** Reads a duration such as `2:00:00`, in seconds. Null for other text. */
function readSpan(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,6}):([0-5]?\d):([0-5]?\d)$/.exec(text.trim()) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Returns the UTC offset of a zone at the first and the last time, such as `UTC+02:00`. Different offsets are joined with “and”. */
export function offsetsOf(zone: string, { firstTime, lastTime }: ClockSpan): string {
  const names = [firstTime, lastTime].map(time => {
    const name = offsetName(offsetAt(zone, momentOfClock(time, { zone, aheadSeconds: 0 })))
    return name === 'UTC' ? name : `UTC${name}`
  })
  return [...new Set(names)].join(' and ')
}

/** Formats a camera time and the same time in UTC, which includes the day only when it differs. */
export function inUtc(cameraTime: string, setting: ClockSetting): { clock: string; utc: string } {
  const moment = iso(momentOfClock(cameraTime, setting))
  const isSameDay = moment.slice(0, 10) === cameraTime.slice(0, 10)
  return { clock: clockText(cameraTime), utc: `${isSameDay ? moment.slice(11, 19) : clockText(moment)} UTC` }
}

/** Formats a camera time as `2024-06-02 14:03:11`. */
export const clockText = (cameraTime: string) => `${cameraTime.slice(0, 10)} ${cameraTime.slice(11, 19)}`

const iso = (moment: number) => new Date(moment).toISOString()
