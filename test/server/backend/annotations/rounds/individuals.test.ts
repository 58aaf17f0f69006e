import t from 'tap'
import type { MarkGroup } from '../../../../../shared/contracts/annotation-sessions.ts'
import type { Export, ExportFormat } from '../../../../../shared/contracts/exchange.ts'
import type { PublicationCoverage } from '../../../../../shared/contracts/publication.ts'
import type { Abundance, Cover } from '../../../../../shared/contracts/results.ts'
import type { Sample } from '../../../../../shared/contracts/sampling.ts'
import { forEachDatabase, type Person } from '../../../../support/backend.ts'
import { blindScene, boxAt } from '../../../../support/blind-session.ts'
import { finishedJobs } from '../../../../support/jobs.ts'
import { until } from '../../../../support/until.ts'
import { unzipped } from '../../../../support/zips.ts'

await forEachDatabase(t, (t, database) => {
  async function scene(t: Parameters<typeof blindScene>[0]) {
    const base = await blindScene(t, { database, runJobs: true })
    const { owner, project, signUp } = base
    const di = await signUp('di@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: di.email, role: 'editor' })
    const abundance = async (by: Person = owner, query = '') =>
      (await by.get(`/projects/${project.id}/results/abundance?groupBy=site&${query}`)).json<Abundance>()
    const counts = async (by?: Person, query?: string) =>
      Object.fromEntries((await abundance(by, query)).taxa.map(({ name, individuals }) => [name, individuals]))
    const images = async (by?: Person) => (await abundance(by)).groups.reduce((sum, group) => sum + group.images, 0)
    async function exported(format: ExportFormat, options = {}) {
      const { id } = (await owner.post(`/projects/${project.id}/exports`, { format, options })).json<Export>()
      await finishedJobs(owner, project.id)
      const made = (await owner.get(`/exports/${id}`)).json<Export>()
      return { ...made, text: (await owner.get(`/exports/${id}/content`)).rawPayload.toString() }
    }
    return { ...base, di, abundance, counts, images, exported }
  }

  t.test(
    'an individual annotated blind by several people counts once: by its settled label, the majority, or the lowest shared taxon',
    async t => {
      const { owner, bo, cy, di, project, mediaIds, addLabel, begin, mark, abundance, counts, images, exported } = await scene(t)
      const animal = await addLabel('Animalia')
      const cnidarian = await addLabel('Cnidaria', animal.id)
      const [coral, hydroid] = [await addLabel('Anthozoa', cnidarian.id), await addLabel('Hydrozoa', cnidarian.id)]
      const sponge = await addLabel('Porifera', animal.id)
      const session = await begin({ memberIds: [bo.id, cy.id, di.id] })
      const [first, second] = mediaIds
      const people = [bo, cy, di]
      // Nine annotations of four individuals on the first image: all alike; two of three alike; two that differ; one alone.
      const things: (string | null)[][] = [
        [coral.id, coral.id, coral.id],
        [coral.id, coral.id, sponge.id],
        [coral.id, hydroid.id, null],
        [sponge.id, null, null]
      ]
      for (const [at, names] of things.entries())
        for (const [who, labelId] of names.entries()) if (labelId) await mark(people[who] as Person, boxAt(100 * at), labelId, first)
      for (const who of people) await who.put(`/media/${first}/work-state`, { state: 'done' })
      await mark(bo, boxAt(0), sponge.id, second) // nobody else examined it

      t.same(await counts(), {}, 'annotations of a running session count for their authors only')
      t.equal(await images(), 0, 'and so does their work state')
      t.equal((await abundance()).pendingMarks, 10)
      t.equal((await abundance(bo)).pendingMarks, undefined, 'a member cannot find out the number')
      t.same(await counts(bo), { Anthozoa: 3, Porifera: 2 })
      t.same(await counts(di), { Anthozoa: 1, Porifera: 1 })
      const atHome = await exported('csv')
      t.equal(atHome.annotationCount, 0)
      t.match(atHome.losses, [{ message: /blind session that is still running/, count: 10 }])

      const url = `/annotation-sessions/${session.id}`
      await owner.post(`${url}/end`)
      await until(abundance, ({ individuals }) => individuals > 0)
      await finishedJobs(owner, project.id)
      const { individuals, blindSessions } = await abundance()
      t.equal(individuals, 5)
      t.same(blindSessions, { marks: 9, things: 4, notSettled: 1 })
      t.same(await counts(), { Anthozoa: 2, Cnidaria: 1, Porifera: 2 })
      t.same(await counts(bo), { Anthozoa: 2, Cnidaria: 1, Porifera: 2 }, 'the same for the participants')
      t.equal(await images(), 2)
      t.same(await counts(owner, `underLabelId=${cnidarian.id}&asOneTaxon=true`), { Cnidaria: 3 })
      const sizes = async (labelId: string) => (await owner.get(`/projects/${project.id}/results/sizes?labelId=${labelId}`)).json().count
      t.same([await sizes(coral.id), await sizes(hydroid.id), await sizes(cnidarian.id)], [2, 0, 3])

      const coverage = (await owner.get(`/projects/${project.id}/publication/coverage`)).json<PublicationCoverage>()
      t.equal(coverage.annotationCount, 5, 'as many as are published')
      t.same(
        coverage.taxa.map(({ name }) => name),
        ['Anthozoa', 'Cnidaria', 'Porifera']
      )

      const table = await exported('csv')
      t.equal(table.annotationCount, 5)
      t.match(table.losses, [{ message: '9 annotations of 4 individuals, 1 not settled: the file has each individual once', count: 5 }])
      const labels = table.text
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map(line => line.split(',')[10])
      t.same(labels.sort(), ['Anthozoa', 'Anthozoa', 'Cnidaria', 'Porifera', 'Porifera'])
      const matrix = await exported('matrix')
      const sums = matrix.text
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map(line =>
          line
            .split(',')
            .slice(7)
            .reduce((sum, cell) => sum + Number(cell), 0)
        )
      t.same(sums.sort(), [1, 4])

      const groups: MarkGroup[] = (await owner.get(`${url}/groups?show=all`)).json().items
      const open = groups.find(({ marks }) => marks.length === 2) as MarkGroup
      const keep = { annotationId: open.marks.find(({ labelId }) => labelId === hydroid.id)?.annotation.id, labelId: hydroid.id }
      const settled = await owner.post(`${url}/groups/${open.id}/settle`, {
        keep,
        marks: open.marks.map(({ annotation: { id, revision } }) => ({ id, revision }))
      })
      t.equal(settled.statusCode, 200)
      t.same(await counts(), { Anthozoa: 2, Hydrozoa: 1, Porifera: 2 })
      t.same((await abundance()).blindSessions, { marks: 9, things: 4, notSettled: 0 })
      t.same(await counts(owner, 'confirmedOnly=true'), { Hydrozoa: 1 })

      // Again with another limit: no pair overlaps by its whole area, except for identical boxes.
      const limits = { leastOverlap: 0.9, mostDistancePx: 20 }
      t.equal((await bo.post(`${url}/agreement`, limits)).statusCode, 403, 'only an owner changes the limits')
      t.equal((await owner.post(`${url}/agreement`, limits)).statusCode, 202)
      await finishedJobs(owner, project.id)
      t.equal((await bo.post(`${url}/agreement`, limits)).statusCode, 202, 'an editor may repeat the matching with the same limits')
      await finishedJobs(owner, project.id)
      t.equal((await abundance()).individuals, 5)
      const { items } = (await owner.get(`/projects/${project.id}/activity`)).json()
      t.match(
        items.filter(({ event }: { event: string }) => event === 'annotation-session.limits.changed'),
        [{ detail: { name: 'First round', before: '50 %, 20 px', after: '90 %, 20 px' } }]
      )
    }
  )

  t.test('an archive states who annotated an individual and the origin of its label', async t => {
    const { owner, bo, cy, di, project, mediaIds, addLabel, begin, mark, abundance, storage } = await scene(t)
    const animal = await addLabel('Animalia')
    const [coral, sponge] = [await addLabel('Anthozoa', animal.id), await addLabel('Porifera', animal.id)]
    for (const { id, name, revision } of [animal, coral, sponge])
      t.equal((await owner.patch(`/labels/${id}`, { revision, scientificName: name })).statusCode, 200)
    const facts = { event_date: '2024-06-02T04:29:27.250Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 12 }
    await storage.db.updateTable('media').set(facts).execute()
    const session = await begin({ memberIds: [bo.id, cy.id, di.id] })
    for (const [who, first, second] of [
      [bo, coral, coral],
      [cy, coral, sponge],
      [di, sponge, null]
    ] as const) {
      await mark(who, boxAt(0), first.id, mediaIds[0])
      if (second) await mark(who, boxAt(100), second.id, mediaIds[0])
    }
    await owner.post(`/annotation-sessions/${session.id}/end`)
    await until(abundance, ({ individuals }) => individuals === 2)
    await finishedJobs(owner, project.id)
    async function occurrences(): Promise<string[]> {
      const options = { license: 'CC0-1.0', organizationName: 'Lab' }
      const { id } = (await owner.post(`/projects/${project.id}/exports`, { format: 'dwca', options })).json<Export>()
      await finishedJobs(owner, project.id)
      const made = (await owner.get(`/exports/${id}`)).json<Export>()
      t.equal(made.state, 'ready', JSON.stringify(made.faults))
      return (await unzipped((await owner.get(`/exports/${id}/content`)).rawPayload)).get('occurrence.txt')?.trim().split('\n') ?? []
    }
    const rows = await occurrences()
    t.equal(rows.length, 3, 'two individuals below the header')
    const text = rows.join('\n')
    t.match(
      text,
      /Anthozoa.*annotated by unnamed member [0-9a-f]{6}, unnamed member [0-9a-f]{6}, unnamed member [0-9a-f]{6} in the blind session “First round”; label of the majority/
    )
    t.match(
      text,
      /Animalia.*not settled: “Anthozoa” by unnamed member [0-9a-f]{6}, “Porifera” by unnamed member [0-9a-f]{6}; the lowest taxon that all labels share/
    )
    t.notMatch(text, /Porifera\t/)

    const { items } = (await owner.get(`/annotation-sessions/${session.id}/groups`)).json<{ items: MarkGroup[] }>()
    const open = items.find(({ marks }) => marks.length === 2) as MarkGroup
    const keep = { annotationId: open.marks.find(({ labelId }) => labelId === sponge.id)?.annotation.id, labelId: sponge.id }
    const marks = open.marks.map(({ annotation: { id, revision } }) => ({ id, revision }))
    await owner.post(`/annotation-sessions/${session.id}/groups/${open.id}/settle`, { keep, marks })
    const settled = await occurrences()
    t.match(
      settled.join('\n'),
      /Porifera\t.*annotated by unnamed member [0-9a-f]{6}, unnamed member [0-9a-f]{6} in the blind session “First round”; settled in review/
    )
    const ids = (lines: string[]) => lines.map(line => line.split('\t')[1]).sort()
    t.same(ids(settled), ids(rows), 'an occurrence keeps its identifier whichever annotation represents it')
  })

  t.test('sample points labelled blind give the cover by majority, until they are settled', async t => {
    const { owner, bo, cy, di, project, mediaIds, addLabel, begin, revise, exported } = await scene(t)
    const [coral, sand] = [await addLabel('Anthozoa'), await addLabel('Sand')]
    const plan = { method: 'grid', rows: 1, columns: 2, seed: 'a' }
    await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaIds[0]], plan })
    const session = await begin({ memberIds: [bo.id, cy.id, di.id] })
    // The first point: coral, coral, sand. The second: coral, sand, and no label.
    for (const [who, ...names] of [
      [bo, coral.id, coral.id],
      [cy, coral.id, sand.id],
      [di, sand.id, null]
    ] as const) {
      const { samples } = (await who.post(`/media/${mediaIds[0]}/samples/own-points`)).json<{ samples: Sample[] }>()
      for (const [at, labelId] of names.entries()) if (labelId) await revise(who, samples[0]?.points[at] ?? '', 1, { labelId })
    }
    const cover = async (by: Person = owner) => (await by.get(`/projects/${project.id}/results/cover?groupBy=site`)).json<Cover>().all
    t.match(await cover(), { points: 2, scorable: 0, unnamed: 2 })
    await owner.post(`/annotation-sessions/${session.id}/end`)
    await until(cover, ({ scorable }) => scorable > 0)
    t.match(await cover(), { points: 2, scorable: 1, unnamed: 1, covers: [{ points: 1, share: 1 }] }, 'coral and sand share no taxon')
    const points = (await exported('coralnet')).text.trim().split('\n').slice(1)
    t.same(
      points.map(line => line.split(',')[3]),
      ['Anthozoa', '']
    )
  })
})
