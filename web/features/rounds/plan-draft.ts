import type { AnnotationSessionDraft, SessionImages } from '../../../shared/contracts/annotation-sessions.ts'
import { momentAt, timeOf } from './moment-fields.tsx'
import { texts } from './texts.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs

/** Fields of a planned round, as typed. */
export interface Plan {
  name: string
  description: string
  start: 'now' | 'later'
  startsAt: ReturnType<typeof momentAt>
  endsAt: ReturnType<typeof momentAt>
  members: readonly string[]
  hidesEarlier: boolean
  kind: SessionImages['kind']
  count: string
  seed: string
  labelId: string | null
  names: string
}

export const firstPlan = (): Plan => ({
  name: '',
  description: '',
  start: 'now',
  startsAt: momentAt(Date.now() + hourMs),
  endsAt: momentAt(Date.now() + weekMs),
  members: [],
  hidesEarlier: true,
  kind: 'all',
  count: '50',
  seed: '1',
  labelId: null,
  names: ''
})

/** Reads the draft of a round. @returns the draft, or a sentence about the first missing or invalid field */
export function draftOf(plan: Plan): string | AnnotationSessionDraft {
  const { name, description, start, startsAt, endsAt, hidesEarlier, members } = plan
  if (!name.trim()) return texts.fields.noName
  if (members.length < 2) return texts.fields.tooFew
  const [begin, end] = [start === 'now' ? new Date().toISOString() : timeOf(startsAt), timeOf(endsAt)]
  if (!begin || !end) return texts.fields.notAMoment
  if (end <= begin) return texts.fields.endNotAfterStart
  const images = imagesOf(plan)
  if (typeof images === 'string') return images
  return {
    name: name.trim(),
    description: description.trim() || null,
    startsAt: begin,
    endsAt: end,
    hidesEarlier,
    memberIds: [...members],
    images
  }
}

function imagesOf({ kind, labelId, count, seed, names }: Plan): string | SessionImages {
  if (kind === 'all') return { kind }
  if (kind === 'label') return labelId ? { kind, labelId } : texts.images.noLabel
  if (kind === 'sample') {
    const number = Number(count)
    if (!Number.isInteger(number) || number < 1) return texts.images.noCount
    return seed.trim() ? { kind, count: number, seed: seed.trim() } : texts.images.noSeed
  }
  const fileNames = names.split(/[\n,;]+/).flatMap(line => line.trim() || [])
  return fileNames.length > 0 ? { kind, fileNames } : texts.images.noNames
}
