import t from 'tap'
import { everyContract } from '../../shared/every-contract.ts'
import { activityEvent, activityEvents, type DetailOf } from '../../shared/nouns.ts'

const full = {
  title: 'Kelp',
  fields: 'title',
  member: 'Ben',
  role: 'editor',
  mediaId: 'm',
  fileName: 'dive-12.jpg',
  count: 7,
  zone: 'UTC',
  aheadSeconds: 0,
  annotationId: 'a',
  mentions: '',
  newLabelCount: 2,
  sessionId: 's',
  name: 'North',
  before: '50 %, 10 px',
  after: '60 %, 10 px',
  into: 'Porifera',
  newCount: 3,
  changedCount: 4,
  gapSeconds: 5,
  clockOffsetSeconds: 6,
  grid: 0.1,
  format: 'csv'
}
const events = Object.entries(activityEvents)

t.test('every event has a sentence for list and bell, with and without its details', async t => {
  for (const [name] of events)
    for (const detail of [full, { ...full, count: 1 }, {}]) {
      const event = activityEvent(name)
      const [inList = '', inBell = ''] = [event?.inList(detail), event?.inBell(detail, '“Kelp”')]
      t.match(inList, /^[a-z][\w .,:“”°%-]+$/, `${name}: ${inList}`)
      t.match(inBell, /^[a-z].*“Kelp”/, `${name}: ${inBell}`)
      t.notMatch(`${inList} ${inBell}`, /undefined|null|NaN|\s\s|\b1 \w+s\b/, name)
    }
})

t.test('an audit name belongs to a contract, or its absence has a reason', async t => {
  const audited = new Set(everyContract.map(({ audit }) => audit))
  for (const [name, event] of events) t.ok('audit' in event ? audited.has(event.audit) : event.notAudited, name)
})

t.test('an event accepts only its own details', async t => {
  const revised: DetailOf<'media.revised'> = { mediaId: 'm', fileName: 'dive-12.jpg' }
  // @ts-expect-error the file name is missing
  const lacking: DetailOf<'media.revised'> = { mediaId: 'm' }
  // @ts-expect-error a count is a number
  const written: DetailOf<'media.assigned'> = { count: 'three' }
  t.ok([revised, lacking, written])
  t.equal(activityEvent('toString'), undefined)
})
