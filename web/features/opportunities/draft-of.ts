import type {
  Berth,
  CareerStage,
  DeadlineDraft,
  Opportunity,
  OpportunityDraft,
  OpportunityKind,
  SimilarDraft
} from '../../../shared/contracts/opportunities.ts'
import { opportunityDeadlineLimit } from '../../../shared/limits.ts'
import { readDay } from '../../ui/read-day.ts'
import { readNumber } from '../../ui/read-number.ts'
import { berthCounts, berthDays, berthNames } from './berth-names.ts'
import { countries } from './countries.ts'
import { texts } from './texts.ts'
import { wordsIn } from './words-field.tsx'

const { form: words } = texts

/** Minimum length of a title to compare with posted calls, in characters. */
const fewestLetters = 4

type Errors = Record<string, string>
type Text = (name: string) => string | null

/** Reads the draft from the form, or returns its errors by field. */
export function draftOf(
  form: FormData,
  kind: OpportunityKind,
  before: Opportunity | null
): { draft: OpportunityDraft } | { errors: Errors } {
  const text: Text = name => String(form.get(name) ?? '').trim() || null
  const errors: Errors = {}
  const [title, url] = [text('title'), text('url')]
  if (title === null) errors.title = words.noTitle
  if (url !== null && !(/^https?:\/\//.test(url) && URL.canParse(url))) errors.url = words.wrongUrl
  const deadlines = deadlinesIn(form, text, errors)
  const berth = kind === 'berth' ? berthIn(text, errors) : null
  const [startsOn, endsOn] = kind === 'berth' ? [before?.startsOn ?? null, before?.endsOn ?? null] : [text('startsOn'), text('endsOn')]
  for (const [name, day] of Object.entries({ startsOn, endsOn })) if (day !== null && !readDay(day)) errors[name] = words.wrongDay
  const codes = countriesIn(form, errors)
  const remote = text('isRemote')
  if (title === null || Object.keys(errors).length > 0) return { errors }
  return {
    draft: {
      ...{ kind, title, url, startsOn, endsOn, deadlines, berth, countries: codes },
      isRemote: remote === null ? null : remote === 'yes',
      isRolling: form.get('isRolling') !== null,
      isPublic: form.get('isPublic') !== null,
      careerStages: form.getAll('careerStages') as CareerStage[],
      ...{ summary: text('summary'), organization: text('organization'), place: text('place'), amount: text('amount') },
      ...{ covers: text('covers'), notCovered: text('notCovered'), eligibility: text('eligibility'), body: text('body') },
      ...{ howToApply: text('howToApply'), contact: text('contact'), regions: wordsIn(form, 'regions'), taxa: wordsIn(form, 'taxa') },
      ...{ methods: wordsIn(form, 'methods'), tags: wordsIn(form, 'tags'), languages: wordsIn(form, 'languages') }
    }
  }
}

/**
 * Reads the facts that are compared with posted calls. Facts that are not valid yet are left out.
 * Null if the title is too short to compare and there is no valid URL.
 */
export function similarDraftOf(form: FormData, before: Opportunity | null): SimilarDraft | null {
  const text: Text = name => String(form.get(name) ?? '').trim() || null
  const [title, url] = [text('title') ?? '', text('url')]
  const validUrl = url !== null && /^https?:\/\/\S+$/.test(url) && URL.canParse(url) ? url : null
  if ([...title].length < fewestLetters && validUrl === null) return null
  const deadlines = deadlinesIn(form, text, {})
  const own = before && { opportunityId: before.id }
  return { title, organization: text('organization'), url: validUrl, deadlines, ...own }
}

function deadlinesIn(form: FormData, text: Text, errors: Errors): DeadlineDraft[] {
  const deadlines: DeadlineDraft[] = []
  for (let place = 0; place < opportunityDeadlineLimit && form.has(`deadlines-${place}-date`); place++) {
    const field = (name: string) => `deadlines-${place}-${name}`
    const [date, time, label, zone] = [text(field('date')), text(field('time')), text(field('label')), text(field('zone'))]
    const isMonth = form.get(field('isMonth')) !== null
    const clock = time && /^(\d{1,2})[:.](\d{2})$/.exec(time)
    const hour = clock ? `${clock[1]?.padStart(2, '0')}:${clock[2]}` : null
    if (time && !(hour && /^([01]\d|2[0-3]):[0-5]\d$/.test(hour))) errors[field('time')] = words.wrongTime
    if (time && isMonth) errors[field('time')] = words.noTime
    if (date === null) {
      if (time || label || zone) errors[field('date')] = words.noDate
      continue
    }
    const day = readDay(date)
    if (!day) errors[field('date')] = words.wrongDay
    else if (isMonth) deadlines.push({ label, date: `${day.slice(0, 7)}-01`, precision: 'month', time: null, zone })
    else deadlines.push({ label, date: day, time: hour, zone })
  }
  return deadlines
}

function berthIn(text: Text, errors: Errors): Berth {
  const values = berthNames.map(name => {
    const given = text(name)
    if (berthDays.includes(name) && given !== null && !readDay(given)) errors[name] = words.wrongDay
    if (!berthCounts.includes(name)) return [name, given]
    const count = readNumber(given ?? '')
    if (count !== null && !(Number.isInteger(count) && count >= (name === 'days' ? 1 : 0) && count <= 1000))
      errors[name] = words.wrongNumber
    return [name, count]
  })
  return Object.fromEntries(values) as Berth
}

/** Returns the codes of the countries that were entered by name or code. */
function countriesIn(form: FormData, errors: Errors): string[] {
  const byName = new Map(
    countries().flatMap(({ value, label }) => [[label.toLowerCase(), value] as const, [value.toLowerCase(), value] as const])
  )
  const given = wordsIn(form, 'countries')
  const unknown = given.find(name => !byName.has(name.toLowerCase()))
  if (unknown) errors.countries = words.noCountry(unknown)
  return given.flatMap(name => byName.get(name.toLowerCase()) ?? [])
}
