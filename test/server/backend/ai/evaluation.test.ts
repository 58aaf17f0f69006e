import t from 'tap'
import { contestDraws, contested, isBetter } from '../../../../server/backend/ai/learning/compare.ts'
import type { ModelCard, ModelVersion, TestedCrop } from '../../../../shared/contracts/ai-models.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { texturedProject } from '../../../support/textured-project.ts'

await forEachDatabase(t, (t, database) => {
  t.test('each cell of the confusion matrix has its tested labels, and a new version must be better', async t => {
    const { owner, project, labelIds, run, signUp, storage } = await texturedProject(t, { database })
    const first = await run()
    const card = async (id: string | null) => (await owner.get(`/ai/models/${id}`)).json<ModelCard>()
    const one = await card(first.modelVersionId)
    t.match(one, { isPromoted: true, task: 'label', promotions: [{ isPromoted: true, reason: 'first', comparison: null, by: null }] })
    t.equal(one.testedItems, one.counts.test + one.counts.calibration)

    const tested = async (query: string) =>
      (await owner.get(`/ai/models/${one.id}/tested?${query}`)).json<{
        items: TestedCrop[]
        nextCursor: string | null
        removedCount: number
      }>()
    const ids = one.classes.map(({ labelId }) => labelId)
    const matrix = one.report!.matrix
    const all = (await tested('limit=200')).items
    for (const [row, labelId] of ids.entries())
      for (const [column, predictedId] of ids.entries())
        t.equal(
          all.filter(item => item.labelId === labelId && item.predictedId === predictedId).length,
          matrix[row]![column],
          'as counted by hand'
        )
    t.same(one.report!.count, all.length)
    const right = all.filter(({ labelId, predictedId }) => labelId === predictedId)
    const inBin = (bin: number) => (probability: number) => probability >= bin / 10 && (probability < (bin + 1) / 10 || bin === 9)
    let error = 0
    for (const [bin, counted] of one.reliability!.bins.entries()) {
      const some = all.filter(({ probability }) => inBin(bin)(probability))
      const hits = right.filter(({ probability }) => inBin(bin)(probability)).length
      t.match(counted, { count: some.length, hits })
      if (some.length === 0) continue
      const mean = some.reduce((sum, { probability }) => sum + probability, 0) / some.length
      t.ok(Math.abs(counted.meanProbability! - mean) < 1e-9)
      error += (some.length / all.length) * Math.abs(hits / some.length - mean)
    }
    t.ok(Math.abs(one.reliability!.calibrationError - error) < 1e-9, 'as computed independently')
    const bySite = new Map<string, [count: number, hits: number]>()
    for (const tested of all) {
      const { siteId } = (await owner.get(`/media/${tested.mediaId}`)).json<{ siteId: string }>()
      const { name } = (await owner.get(`/sites/${siteId}`)).json<{ name: string }>()
      const [count, hits] = bySite.get(name) ?? [0, 0]
      bySite.set(name, [count + 1, hits + (tested.labelId === tested.predictedId ? 1 : 0)])
    }
    t.same(
      one.sites!.map(({ name, count, hits }) => [name, [count, hits]]),
      [...bySite].sort(([first], [second]) => (first < second ? -1 : 1))
    )

    const [item] = all
    const cell = await tested(`labelId=${item!.labelId}&predictedId=${item!.predictedId}&limit=1`)
    t.match(cell, { items: [{ annotationId: item!.annotationId, probability: item!.probability }], removedCount: 0 })
    t.match((await owner.get(`/annotations/${item!.annotationId}`)).json(), { labelId: item!.labelId })
    const next = await tested(`limit=1&cursor=${encodeURIComponent((await tested('limit=1')).nextCursor ?? '')}`)
    t.equal(next.items[0]?.annotationId, all[1]!.annotationId)
    t.equal((await owner.get(`/ai/models/${one.id}/tested?cursor=x`)).statusCode, 400)
    const operations = [{ id: 'removal', kind: 'remove', annotationId: item!.annotationId, revision: item!.revision }]
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    const left = await tested('limit=200')
    t.equal(left.items.length, all.length - 1)
    t.equal(left.removedCount, 1)

    t.match(await run(), { modelNumber: 1 }, 'runs use the promoted version')
    const { unlikeShare, provenance } = first
    t.match(provenance, { unlikeShare })
    const { count } = await storage.db
      .selectFrom('ai_suggestion')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('run_id', '=', first.id)
      .where('is_unlike', '=', 1)
      .executeTakeFirstOrThrow()
    t.equal(unlikeShare, Number(count) / 48, 'decided or not')
    const again = await run({ learn: true })
    const versions = (await owner.get(`/projects/${project.id}/ai/models`)).json<{ items: ModelVersion[] }>().items
    t.equal(versions.length, 2)
    const two = await card(versions[0]!.id)
    const [decision] = two.promotions
    const comparison = decision!.comparison!
    t.match(comparison, { versionId: one.id, number: 1, commonClasses: 5, otherClasses: 0, count: two.report!.count })
    t.equal(comparison.draws, comparison.unitCount > 1 ? 1000 : 0)
    t.equal(comparison.difference.low === null, comparison.unitCount < 2)
    t.ok(Math.abs(comparison.macroF1 - two.report!.macroF1.value) < 1e-9, 'on the same labels as its own test')
    t.equal(decision!.isPromoted, decision!.reason === 'better')
    t.equal(again.modelNumber, decision!.isPromoted ? 2 : 1, 'the run used the promoted version')

    const loser = decision!.isPromoted ? one : two
    const promoted = (await owner.post(`/ai/models/${loser.id}/promote`)).json<ModelCard>()
    t.match(promoted, { isPromoted: true, promotions: [{ isPromoted: true, reason: 'person', by: 'ana@lab.example', at: /T/ }] })
    t.match(await run(), { modelVersionId: loser.id })
    t.match((await owner.post(`/ai/models/${loser.id}/promote`)).json(), { code: 'ALREADY_PROMOTED' })
    t.match(await run({ modelVersionId: decision!.isPromoted ? two.id : one.id }), { state: 'done' }, 'the other version can still be run')
    t.match((await owner.get(`/projects/${project.id}/ai`)).json(), { promoted: [{ task: 'label', id: loser.id }] })

    const viewer = await signUp('vi@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await viewer.post(`/ai/models/${one.id}/promote`)).statusCode, 403)
    t.equal((await viewer.get(`/ai/models/${one.id}/tested`)).statusCode, 200)
    const [bo, cy] = [await signUp('bo@lab.example'), await signUp('cy@lab.example')]
    for (const { email } of [bo, cy]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
    const times = { startsAt: new Date(Date.now() + 60_000).toISOString(), endsAt: '2999-01-01T00:00:00Z' }
    const round = { name: 'Blind', images: { kind: 'all' }, memberIds: [bo.id, cy.id], ...times }
    await owner.post(`/projects/${project.id}/annotation-sessions`, round)
    await storage.db.updateTable('annotation_session').set({ starts_at: '2020-01-01T00:00:00.000Z' }).execute()
    t.match((await bo.get(`/ai/models/${one.id}/tested`)).json(), { code: 'WORKING_BLIND' })
    t.match((await bo.post(`/ai/models/${one.id}/promote`)).json(), { code: 'WORKING_BLIND' })
    t.equal(labelIds.length, 5)
  })

  t.test('the promoted version is compared with its labels as they were merged since', async t => {
    const { owner, project, labelIds, run } = await texturedProject(t, { database })
    const [from = '', into = ''] = labelIds
    const testedOf = async (id: string | null) =>
      (await owner.get(`/ai/models/${id}/tested?limit=200`)).json<{ items: TestedCrop[] }>().items
    const first = await run()
    const predicted = new Map((await testedOf(first.modelVersionId)).map(item => [item.annotationId, item.predictedId]))
    const { revision } = (await owner.get(`/labels/${from}`)).json<{ revision: number }>()
    t.equal((await owner.post(`/labels/${from}/merge`, { into, revision })).statusCode, 200)
    await run({ learn: true })
    const [newest] = (await owner.get(`/projects/${project.id}/ai/models`)).json<{ items: ModelVersion[] }>().items
    const { promotions } = (await owner.get(`/ai/models/${newest!.id}`)).json<ModelCard>()
    const { comparison } = promotions[0]!
    t.match(comparison, { number: 1, commonClasses: 4, otherClasses: 0 })
    const left = labelIds.slice(1)
    const placeOf = (labelId = '') => left.indexOf(labelId === from ? into : labelId)
    const pairs = (await testedOf(newest!.id)).map(item => [placeOf(item.labelId), placeOf(predicted.get(item.annotationId))] as const)
    t.equal(pairs.length, comparison!.count)
    t.ok(
      pairs.some(([, place]) => place === 0),
      'the promoted version predicts the merged label'
    )
    t.ok(Math.abs(comparison!.otherMacroF1 - meanF1(pairs)) < 1e-9, `${comparison!.otherMacroF1} and ${meanF1(pairs)}`)
  })
})

/** Mean F1 from its definition, by precision and recall of each class. */
function meanF1(pairs: readonly (readonly [number, number])[]): number {
  const classes = [...new Set(pairs.map(([truth]) => truth))]
  const scores = classes.map(place => {
    const found = pairs.filter(([truth, chosen]) => truth === place && chosen === place).length
    const precision = found / Math.max(1, pairs.filter(([, chosen]) => chosen === place).length)
    const recall = found / pairs.filter(([truth]) => truth === place).length
    return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

t.test('the difference equals an independent computation, and its interval covers the exact bootstrap of two groups', async t => {
  const labels = [0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0]
  const own = [0, 0, 0, 1, 1, 0, 0, 0, 1, 1, -1, 0]
  const other = [0, 1, 0, 1, 0, 0, 0, -1, 1, 1, 0, 1]
  const units = labels.map((_, row) => Math.floor(row / 6))
  const contest = { classes: 2, places: Int32Array.from([0, 1]), seed: 3 }
  const rows = (values: number[]) => Int32Array.from(values)
  const outcome = contested({ ...contest, labels: rows(labels), own: rows(own), other: rows(other), units: rows(units) })
  const scored = (predicted: number[], of: number[]) => meanF1(of.map(row => [labels[row]!, predicted[row]!] as const))
  const all = labels.map((_, row) => row)
  t.ok(Math.abs(outcome.own - scored(own, all)) < 1e-12)
  t.ok(Math.abs(outcome.other - scored(other, all)) < 1e-12)

  const [first, second] = [all.slice(0, 6), all.slice(6)]
  const exact = [[...first, ...first], all, all, [...second, ...second]].map(drawn => scored(own, drawn) - scored(other, drawn))
  t.ok(Math.abs(outcome.drawn!.low - Math.min(...exact)) < 1e-12, 'a quarter of the draws has one group only')
  t.ok(Math.abs(outcome.drawn!.high - Math.max(...exact)) < 1e-12)
  const mean = exact.reduce((sum, value) => sum + value, 0) / 4
  const error = Math.max(...exact) - Math.min(...exact)
  t.ok(Math.abs(outcome.drawn!.mean - mean) < (3 * error) / Math.sqrt(contestDraws), 'within three standard errors')
  t.equal(isBetter(outcome), true)
  t.equal(isBetter({ drawn: { mean: 0.02, low: -0.02, high: 0.1, fifth: -0.015 } }), false, 'it may be worse')
  t.equal(isBetter({ drawn: { mean: 0, low: 0, high: 0, fifth: 0 } }), false, 'the same is not better')
  const alone = contested({ ...contest, labels: rows(labels), own: rows(own), other: rows(other), units: new Int32Array(12) })
  t.equal(alone.drawn, null)
  t.equal(isBetter(alone), false, 'one group gives no interval')
})
