import t from 'tap'
import { featureSet, geometryHash } from '../../../../server/backend/ai/geometry.ts'
import { dimensions } from '../../../../server/backend/ai/learning/features.ts'
import type { SimilarPage } from '../../../../shared/contracts/ai.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { texturedProject } from '../../../support/textured-project.ts'

await forEachDatabase(t, (t, database) => {
  t.test('crops are found by similarity, and each viewer finds only visible ones', async t => {
    const { owner, project, labelIds, truth, unlabelled, run, storage, signUp } = await texturedProject(t, {
      database,
      sites: 1,
      imagesPerSite: 3,
      unlabelledImages: 1
    })
    const { db } = storage
    const similar = async (id: string, query = '', by = owner) => by.get(`/annotations/${id}/similar?limit=20${query}`)
    const found = async (id: string, query = '') => (await similar(id, query)).json<SimilarPage>()
    const [example = ''] = unlabelled
    const media = await db.selectFrom('media').select('id').execute()
    const outdated = media.map(({ id }) => ({
      media_id: id,
      geometry_hash: 'a',
      feature_set: 'earlier/pixels-1',
      vector: Buffer.from('a')
    }))
    await db.insertInto('ai_feature').values(outdated).execute()
    t.match(await found(example), { items: [], searched: 1, missing: 95 }, 'only the example is prepared')

    const ended = await run({ task: 'similar' })
    t.match(ended, { state: 'done', task: 'similar', sentence: '96 crops prepared', imagesDone: 4, imagesTotal: 4, suggestionCount: 0 })
    const sets = await db.selectFrom('ai_feature').select('feature_set').distinct().execute()
    t.same(sets, [{ feature_set: featureSet }], 'vectors of an earlier recipe are gone')
    const page = await found(example)
    t.match(page, { searched: 96, missing: 0, example: { id: example, labelId: null } })
    t.equal(page.items.length, 20)
    const alike = page.items.slice(0, 10).filter(({ id }) => truth.get(id) === truth.get(example)).length
    t.ok(alike >= 6, `${alike} of the first 10 have the texture of the example`)
    t.same(
      page.items.slice(0, 10).map(({ id }) => id),
      (await byHand(example)).slice(0, 10),
      'as computed from the stored vectors independently of the search'
    )

    t.ok((await found(example, '&show=unlabelled')).items.every(({ labelId }) => labelId === null))
    const labelled = page.items.find(({ labelId }) => labelId !== null)!
    const others = (await found(labelled.id, '&show=otherLabels')).items
    t.ok(others.length === 20 && others.every(({ labelId }) => labelId !== labelled.labelId), 'filtered crops take no places in the result')

    const chosen = page.items.filter(({ labelId }) => labelId === null).map(({ id, revision }) => ({ id, revision }))
    const bulk = (
      await owner.post(`/projects/${project.id}/annotations/bulk`, { annotations: chosen, change: { labelId: labelIds[0] } })
    ).json()
    t.equal(bulk.changedCount, chosen.length)
    t.equal((await found(example)).items.find(({ id }) => id === chosen[0]!.id)?.labelId, labelIds[0], 'labels are always current')
    t.match((await owner.post(`/projects/${project.id}/annotations/bulk/${bulk.id}/undo`)).json(), { restoredCount: chosen.length })

    const [gone, moved] = page.items
    const revisionOf = async (id: string) => (await owner.get(`/annotations/${id}`)).json().revision
    const operations = [
      { id: 'remove', kind: 'remove', annotationId: gone!.id, revision: await revisionOf(gone!.id) },
      { id: 'move', kind: 'revise', annotationId: moved!.id, revision: await revisionOf(moved!.id), shape: { kind: 'point', x: 1, y: 1 } }
    ]
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    const after = (await found(example)).items.map(({ id }) => id)
    t.notOk(after.includes(gone!.id), 'a removed annotation is left out')
    t.notOk(after.includes(moved!.id), 'so is one that was moved')

    const other = await owner.makeProject()
    const stranger = await signUp('di@lab.example')
    t.equal((await similar(example, '', stranger)).statusCode, 404)
    t.equal((await owner.get(`/annotations/${other.id}/similar`)).statusCode, 404)
    t.equal((await owner.get(`/annotations/${example}/similar?limit=9000`)).statusCode, 400)
    t.equal((await similar(gone!.id)).statusCode, 404)
    const whole = { id: 'whole', kind: 'create', annotationId: 'whole', mediaId: page.example.mediaId, shape: null, labelId: labelIds[0] }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [whole] })
    t.match((await similar('whole')).json(), { status: 422, code: 'NOTHING_TO_COMPARE' })

    const [bo, cy, viewer] = [await signUp('bo@lab.example'), await signUp('cy@lab.example'), await signUp('ed@lab.example')]
    for (const { email } of [bo, cy]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await similar(example, '', viewer)).statusCode, 200)
    for (const task of ['check', 'similar'])
      t.equal((await viewer.post(`/projects/${project.id}/ai/runs`, { task })).statusCode, 403, `a viewer starts no ${task}`)
    t.equal((await owner.post(`/projects/${project.id}/ai/runs`, { task: 'check', modelVersionId: ended.id })).statusCode, 422)
    const times = { startsAt: new Date(Date.now() + 60_000).toISOString(), endsAt: '2999-01-01T00:00:00Z' }
    const round = { name: 'Blind', images: { kind: 'all' }, memberIds: [bo.id, cy.id], ...times }
    t.equal((await owner.post(`/projects/${project.id}/annotation-sessions`, round)).statusCode, 201)
    await db.updateTable('annotation_session').set({ starts_at: '2020-01-01T00:00:00.000Z' }).execute()
    t.match((await similar(example, '', bo)).json(), { status: 404 }, 'a blind member does not see a colleague’s annotation')
    for (const path of [`/ai/runs/${ended.id}/doubts`, `/ai/runs/${ended.id}`])
      t.match((await bo.get(path)).json(), { status: 409, code: 'WORKING_BLIND' }, path)
    for (const task of ['check', 'similar'])
      t.match((await bo.post(`/projects/${project.id}/ai/runs`, { task })).json(), { status: 409, code: 'WORKING_BLIND' }, task)

    /** Ids of the other annotations by the cosine of their standardised vectors, in plain double precision. */
    async function byHand(exampleId: string): Promise<string[]> {
      const annotations = await db.selectFrom('annotation').select(['id', 'media_id', 'shape']).execute()
      const features = await db.selectFrom('ai_feature').selectAll().where('feature_set', '=', featureSet).execute()
      const vectors = annotations.map(({ id, media_id: mediaId, shape }) => {
        const hash = geometryHash(shape ?? '')
        const row = features.find(each => each.media_id === mediaId && each.geometry_hash === hash)!
        return { id, x: Array.from(new Float16Array(new Uint8Array(row.vector).buffer)) }
      })
      const scaled: number[][] = vectors.map(() => [])
      for (let column = 0; column < dimensions; column++) {
        const all = vectors.map(({ x }) => x[column]!)
        const mean = all.reduce((sum, value) => sum + value, 0) / all.length
        const deviation = Math.max(1e-3, Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length))
        for (const [index, value] of all.entries()) scaled[index]!.push(Math.max(-6, Math.min(6, (value - mean) / deviation)))
      }
      const product = (one: number[], two: number[]) => one.reduce((sum, value, at) => sum + value * two[at]!, 0)
      const of = scaled[vectors.findIndex(({ id }) => id === exampleId)]!
      return vectors
        .map(({ id }, index) => ({ id, cosine: product(scaled[index]!, of) / Math.hypot(...scaled[index]!) / Math.hypot(...of) }))
        .filter(({ id }) => id !== exampleId)
        .sort((one, two) => two.cosine - one.cosine)
        .map(({ id }) => id)
    }
  })
})
