import t from 'tap'
import { matchOfScore, similarityOf } from '../../../../server/backend/scraper/match-score.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { InboxRule, InboxRules, PastDecision } from '../../../../shared/contracts/inbox-rules.ts'
import type { LogLine } from '../../../../shared/contracts/scraper.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { drawnRecords } from '../../../support/outside/occurrences.ts'
import { scrapingProject } from '../../../support/outside/scraping.ts'

const rule = (when: InboxRule['when'], decision: InboxRule['decision'], because: string): InboxRule => ({
  id: newId(),
  when,
  decision,
  because
})

await forEachDatabase(t, (t, database) => {
  t.test('rules judge the records of a run, the first match wins, and a person’s decision is never changed', async t => {
    const drawn = drawnRecords(12).map((record, place) => ({
      ...record,
      ...(place === 0 && { shoredistance: -5 }),
      dataset_id: place < 9 ? 'licensed' : 'unknown'
    }))
    const { owner, project, obis, make, ended, log, records, rerun, signUp } = await scrapingProject(t, drawn, { database })
    const url = `/projects/${project.id}/inbox-rules`
    const rules = [
      rule({ flags: ['ON_LAND'] }, 'reject', 'On land'),
      rule({ q: 'scopas' }, 'leave', 'For a person'),
      rule({ unflagged: true, match: 'none' }, 'accept', 'Without doubts')
    ]
    t.match((await owner.get(url)).json(), { isOn: false, rules: [], revision: 0 })
    obis.undescribed.add('unknown')
    const { id } = await make({ startNow: true })
    await ended(id)
    t.equal((await records('?state=waiting')).total, 12, 'off until the owner turns them on')
    t.same((await owner.post(`${url}/dry-run`, { rules })).json(), {
      items: [
        { ruleId: rules[0]?.id, count: 1, leftOut: 0 },
        { ruleId: rules[1]?.id, count: 0, leftOut: 0 },
        { ruleId: rules[2]?.id, count: 5, leftOut: 2 }
      ],
      rest: 0
    })
    const [mine] = (await records('?q=triostegus')).items
    await owner.post('/data/records/decide', { ids: [mine?.id], decision: 'reject' })
    await owner.post('/data/records/decide', { ids: [mine?.id], decision: 'wait' })
    t.match((await owner.put(url, { revision: 0, isOn: true, rules })).json(), { isOn: true, revision: 1, decided: [0, 0, 0] })
    t.match((await owner.put(url, { revision: 0, isOn: true, rules: [] })).json(), { code: 'STALE_REVISION' })

    const again = await rerun(id)
    t.same((await log(again)).slice(-2), ['Rule 1 (On land): 1 record', 'Rule 3 (Without doubts): 4 records'])
    t.match((await records('?state=rejected')).items, [{ flags: ['ON_LAND'], reason: 'On land', decidedBy: null }])
    t.equal((await records('?state=accepted')).total, 4)
    t.match((await records(`?q=triostegus&state=waiting`)).items[0], { id: mine?.id }, 'a person restored it')
    t.match((await owner.get(url)).json<InboxRules>(), { decided: [1, 0, 4] })

    const past = (await owner.get(`/projects/${project.id}/record-decisions`)).json<{ items: PastDecision[] }>().items
    t.match(past, [
      { decision: 'accept', ruleId: rules[2]?.id, decidedBy: null, mayUndo: true },
      { decision: 'reject' },
      { decidedBy: 'ana@lab.example' },
      {}
    ])
    await owner.post(`/data/decisions/${past[0]?.id}/undo`)
    t.equal((await records('?state=accepted')).total, 0)
    await rerun(id)
    t.equal((await records('?state=accepted')).total, 0, 'a run does not repeat a decision that a person undid')
    t.match((await owner.post(`${url}/apply`)).json(), { items: [{ count: 0 }, { count: 0 }, { count: 4 }], rest: 0 })

    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    t.match((await editor.put(url, { revision: 1, isOn: false, rules })).json(), { status: 403 })
    t.match((await editor.post(`${url}/dry-run`, { rules })).json(), { rest: 0 })
  })

  t.test('similar records of two datasets are possible duplicates, and those of one dataset never are', async t => {
    const drawn = drawnRecords(3)
    const { owner, project, obis, make, ended, rerun, log, records, signUp } = await scrapingProject(t, drawn, { database })
    await ended((await make({ startNow: true })).id)
    const [one = {}, two = {}, three = {}] = drawn
    const elsewhere = (record: object, more: object) => ({ ...record, dataset_id: 'other', ...more })
    obis.records = [
      elsewhere(one, { id: 'a', occurrenceID: 'a' }),
      elsewhere(two, { id: 'b', occurrenceID: 'b', decimalLatitude: -20.01027 }),
      elsewhere(three, { id: 'c', occurrenceID: 'c', eventDate: '2011-01-01' }),
      { ...three, id: 'd', occurrenceID: 'd' }
    ]
    const job = await ended((await make({ startNow: true, name: 'Elsewhere' })).id)
    const similarities = '2 records similar to a record of another dataset: left for review'
    t.ok((await log(job)).includes(similarities))
    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    const seen = async () =>
      (await editor.get(`/scraper/runs/${job.lastRun?.id}/log`)).json<{ items: LogLine[] }>().items.map(({ sentence }) => sentence)
    t.ok((await seen()).includes(similarities))
    await owner.post(`/projects/${project.id}/generalisations`, { labelId: null, grid: '1', fromRole: 'owner' })
    t.notOk((await seen()).includes(similarities), 'the number depends on places that editors do not get')
    t.ok((await seen()).length > 1)
    t.match((await records('?match=likely')).items, [{ identity: 'a', match: { kind: 'likely', score: 1 } }])
    t.match((await records('?match=possible')).items, [{ identity: 'b', match: { kind: 'possible' } }])
    t.equal((await records('?match=none')).total, 5)
    obis.records[2] = elsewhere(three, { id: 'c', occurrenceID: 'c' })
    await rerun(job.id)
    t.match((await records('?match=likely')).items.map(({ identity }) => identity).sort(), ['a', 'c'], 'a changed record is compared again')
  })

  t.test('similar records on both sides of 180° are possible duplicates', async t => {
    const at = (places: number[], more: object) =>
      drawnRecords(places.length).map((record, place) => ({
        ...record,
        ...{ decimalLongitude: places[place], occurrenceID: `${JSON.stringify(more)} ${place}`, ...more }
      }))
    const { obis, make, ended, records } = await scrapingProject(t, at([180, 179.99999, -179.99999, 179], {}), { database })
    await ended((await make({ startNow: true })).id)
    obis.records = at([-180, -179.99999, 179.99999, -179], { dataset_id: 'other' })
    await ended((await make({ startNow: true, name: 'Elsewhere' })).id)
    t.same((await records('?match=likely')).items.map(({ identity }) => identity).sort(), ['drawn-00001', 'drawn-00002', 'drawn-00003'])
    t.equal((await records('?match=none')).total, 5)
  })
})

t.test('the score of two records follows name, place and date', t => {
  const base = {
    ...{ aphiaId: 1, name: 'gadus', uncertaintyInMeters: null, firstDay: '2024-05-06', lastDay: '2024-05-06' },
    ...{ minimumDepthInMeters: null, maximumDepthInMeters: null, latitude: 60, longitude: 4 }
  }
  const north = (meters: number) => ({ ...base, latitude: 60 + meters / 111_195.08 })
  const score = (other: object, one: object = base) => Number((similarityOf(one as typeof base, { ...base, ...other }) ?? 0).toFixed(3))
  t.equal(score(north(30)), 0.841)
  t.equal(score(north(5)), 0.966)
  t.equal(score({ ...north(5), firstDay: null, lastDay: null }), 0.85, 'without a date')
  t.equal(score({ aphiaId: 2 }), 0, 'another taxon')
  t.equal(score({ aphiaId: null, name: 'gadus' }), 1)
  t.equal(score({ firstDay: '2024-05-01', lastDay: '2024-05-31' }), 0.859)
  t.same([0.69, 0.7, 0.9].map(matchOfScore), [null, 'possible', 'likely'])
  t.end()
})
