import t from 'tap'
import { unnamedMember } from '../../../../../server/backend/exchange/unnamed-member.ts'
import type { Export, ExportOptions } from '../../../../../shared/contracts/exchange.ts'
import type { Abundance, Cover } from '../../../../../shared/contracts/results.ts'
import type { Sample } from '../../../../../shared/contracts/sampling.ts'
import { forEachDatabase, type Person } from '../../../../support/backend.ts'
import { blindScene } from '../../../../support/blind-session.ts'
import { finishedJobs } from '../../../../support/jobs.ts'
import { until } from '../../../../support/until.ts'

await forEachDatabase(t, async (t, database) => {
  /** Two sample points on the first image. */
  async function scene(t: Parameters<typeof blindScene>[0]) {
    const base = await blindScene(t, { database, runJobs: true })
    const { owner, project, mediaIds, revise } = base
    const plan = { method: 'grid', rows: 1, columns: 2, seed: 'a' }
    const { samples } = (await owner.post(`/projects/${project.id}/samples`, { mediaIds: [mediaIds[0]], plan })).json<{
      samples: Sample[]
    }>()
    const cover = async (query = '') => (await owner.get(`/projects/${project.id}/results/cover?groupBy=site&${query}`)).json<Cover>()
    const hits = async (query = '') => {
      const { taxa, all } = await cover(query)
      return {
        points: all.points,
        unnamed: all.unnamed,
        ...Object.fromEntries(all.covers.map(each => [taxa[each.taxon]?.name, each.points]))
      }
    }
    /** Labels the points in order; null leaves one unlabelled. */
    async function name(who: Person, ...labels: (string | null)[]) {
      const own = (await who.post(`/media/${mediaIds[0]}/samples/own-points`)).json<{ samples: Sample[] }>().samples[0]
      for (const [at, labelId] of labels.entries()) if (labelId) await revise(who, own?.points[at] ?? '', 1, { labelId })
    }
    async function end({ id }: { id: string }) {
      await owner.post(`/annotation-sessions/${id}/end`)
      await until(
        async () => (await owner.get(`/annotation-sessions/${id}/agreement`)).json(),
        ({ agreement }) => agreement !== null
      )
      await finishedJobs(owner, project.id)
    }
    async function coralNet(options: ExportOptions = {}) {
      const { id } = (await owner.post(`/projects/${project.id}/exports`, { format: 'coralnet', options })).json<Export>()
      await finishedJobs(owner, project.id)
      const lines = (await owner.get(`/exports/${id}/content`)).rawPayload.toString().trim().split('\n').slice(1)
      return lines.map(line => line.split(',')).map(cells => [cells[4], cells[5]])
    }
    const individuals = async () => {
      const { groups } = (await owner.get(`/projects/${project.id}/results/abundance?groupBy=site`)).json<Abundance>()
      return groups.flatMap(({ counts }) => counts)
    }
    return { ...base, sampleId: samples[0]?.id ?? '', points: samples[0]?.points ?? [], hits, name, end, coralNet, individuals }
  }

  t.test('a point labelled in two sessions is one point', async t => {
    const { bo, cy, addLabel, begin, hits, name, end } = await scene(t)
    const [coral, sand] = [await addLabel('Anthozoa'), await addLabel('Sand')]
    const first = await begin()
    await name(bo, coral.id, sand.id)
    await name(cy, coral.id, coral.id)
    await end(first)
    t.same(await hits(), { points: 2, unnamed: 1, Anthozoa: 1 })
    const second = await begin({ name: 'Second round' })
    await name(bo, coral.id, sand.id)
    await name(cy, coral.id, sand.id)
    await end(second)
    // The second point: three of four labels are Sand.
    t.same(await hits(), { points: 2, unnamed: 0, Anthozoa: 1, Sand: 1 })
  })

  t.test('a point labelled by one member has that label', async t => {
    const { bo, addLabel, begin, hits, name, end } = await scene(t)
    const coral = await addLabel('Anthozoa')
    const session = await begin()
    await name(bo, coral.id, null)
    await end(session)
    t.same(await hits(), { points: 2, unnamed: 1, Anthozoa: 1 })
  })

  t.test('blind labels take precedence over suggestions for the point', async t => {
    const { bo, cy, points, addLabel, begin, hits, name, end, coralNet, storage } = await scene(t)
    const [coral, sand] = [await addLabel('Anthozoa'), await addLabel('Sand')]
    await storage.db
      .updateTable('annotation')
      .set({ label_id: sand.id, source: 'machine', annotator: 'robot', confidence: 0.9 })
      .where('id', 'in', points)
      .execute()
    t.same(await hits(), { points: 2, unnamed: 2 })
    t.same(await hits('includeUnreviewed=true'), { points: 2, unnamed: 0, Sand: 2 })
    const session = await begin()
    for (const who of [bo, cy]) await name(who, coral.id, null)
    await end(session)
    t.same(await hits(), { points: 2, unnamed: 1, Anthozoa: 1 })
    t.same(await coralNet(), [
      [coral.id, unnamedMember(bo.id)],
      ['', '']
    ])
    t.same(await hits('includeUnreviewed=true'), { points: 2, unnamed: 0, Anthozoa: 1, Sand: 1 })
    t.same(await coralNet({ include: 'all', leastConfidence: 0 }), [
      [coral.id, unnamedMember(bo.id)],
      [sand.id, 'robot']
    ])
  })

  t.test('a sample is removed with the labels that members gave its points, once their session has ended', async t => {
    const { bo, cy, owner, mediaIds, sampleId, addLabel, begin, name, end, individuals, storage } = await scene(t)
    const coral = await addLabel('Anthozoa')
    const session = await begin()
    for (const who of [bo, cy]) await name(who, coral.id, null)
    const early = await owner.delete(`/samples/${sampleId}`)
    t.match([early.statusCode, early.json().code], [409, 'SAMPLE_IN_SESSION'])
    await end(session)
    t.equal((await owner.delete(`/samples/${sampleId}`)).statusCode, 204)
    t.same(await individuals(), [])
    t.equal((await owner.get(`/labels/${coral.id}`)).json().annotationCount, 0)
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 0)
    t.same(await storage.db.selectFrom('annotation_session_point').select('annotation_id').execute(), [])
    t.equal((await owner.get(`/annotation-sessions/${session.id}/agreement`)).json().agreedOpenCount, 0)
  })

  t.test('labelled points of a session are no individuals, not even without samples', async t => {
    const { bo, cy, addLabel, begin, name, end, individuals, storage } = await scene(t)
    const coral = await addLabel('Anthozoa')
    const session = await begin()
    for (const who of [bo, cy]) await name(who, coral.id, null)
    await end(session)
    t.same(await individuals(), [])
    await storage.db.deleteFrom('sample').execute() // as earlier versions left them
    t.same(await individuals(), [])
  })

  t.test('a point that a member has not labelled yet is not pending', async t => {
    const { bo, owner, project, addLabel, begin, name } = await scene(t)
    const coral = await addLabel('Anthozoa')
    await begin()
    await name(bo, coral.id, null)
    const { pendingMarks } = (await owner.get(`/projects/${project.id}/results/abundance?groupBy=site`)).json<Abundance>()
    t.equal(pendingMarks, 1)
  })
})
