import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { AiReport, ModelCard, ModelVersion } from '../../../../shared/contracts/ai-models.ts'
import { forEachDatabase, type Person } from '../../../support/backend.ts'
import { sensitiveScene } from '../../../support/sensitive-scene.ts'

type Scene = Awaited<ReturnType<typeof sensitiveScene>>

interface Item {
  group: string
  isRight: boolean
  probability: number
}

/** Stores a version with a test whose bootstrap draws were all equal. */
async function storeVersion({ owner, project, db, coral, sponge }: Scene, unit: 'site' | 'image', items: readonly Item[], number = 1) {
  const id = newId()
  const [n, hits] = [items.length, items.filter(({ isRight }) => isRight).length]
  const flat = (value: number) => ({ value, low: value, high: value })
  const report: AiReport = {
    ...{ count: n, groupCount: 2, unlearntCount: 0, accuracy: flat(hits / n), macroF1: flat(1), kappa: flat(1) },
    classes: [
      { support: n, predicted: hits, hits, precision: flat(1), recall: { value: hits / n, low: 0.5, high: 1 } },
      { support: 0, predicted: n - hits, hits: 0, precision: n > hits ? flat(0) : null, recall: null }
    ],
    matrix: [
      [hits, n - hits],
      [0, 0]
    ],
    ...{ calibrationError: { before: 0, after: null }, curve: [], methods: [], leak: { byGroup: 1, byPoint: 1 } }
  }
  await db
    .insertInto('ai_model_version')
    .values({
      ...{ id, project_id: project.id, number, method: 'lda', unit, label_count: 10, group_count: 2 },
      ...{ feature_set: 'a', seed: 1, snapshot_sha256: 'a', sha256: 'a', bytes: Buffer.from('a'), app_version: '0' },
      ...{
        classes: '{"learnt":[],"notLearnt":[]}',
        report: JSON.stringify(report),
        created_by: owner.id,
        created_at: '2026-06-04T07:12:00.000Z'
      },
      fitting: '{"counts":{"training":10,"calibration":0,"test":0},"temperatures":null,"penalty":null}'
    })
    .execute()
  for (const { group, isRight, probability } of items)
    await db
      .insertInto('ai_test_item')
      .values({
        ...{ version_id: id, annotation_id: newId(), label_id: coral, predicted_id: isRight ? coral : sponge, probability },
        ...{ part: 2, group_key: group, is_unlike: 0 }
      })
      .execute()
  return id
}

/** Bounds of Wilson's interval, as roots of (p̂ − p)² = z² p (1 − p) / n. */
function wilson(k: number, n: number) {
  const [z2, share] = [1.959963984540054 ** 2, k / n]
  const [a, b, c] = [1 + z2 / n, -(2 * share + z2 / n), share ** 2]
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c))
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)] as const
}

const isNear = (one: number | null | undefined, other: number) => Math.abs((one ?? Number.NaN) - other) < 1e-9

await forEachDatabase(t, (t, database) => {
  const cardOf = async (by: Person, id: string) => (await by.get(`/ai/models/${id}`)).json<ModelCard>()

  t.test('reliability has ten bins, and a test without an error has an interval', async t => {
    const scene = await sensitiveScene(t, database)
    const { owner, db } = scene
    const group = `site:${scene.siteId}`
    // By hand: 0.05 wrong; 0.2, 0.29 right; 0.93, 0.97, 1 right. |0 − 0.05| + |2 − 0.49| + |3 − 2.9| = 1.66, of 6.
    const items = [0.05, 0.2, 0.29, 0.93, 0.97, 1].map((probability, place) => ({ group, probability, isRight: place > 0 }))
    const id = await storeVersion(scene, 'site', items)
    await db
      .insertInto('ai_test_item')
      .values({
        ...{
          version_id: id,
          annotation_id: newId(),
          label_id: 'a',
          predicted_id: 'b',
          probability: 0.5,
          part: 1,
          group_key: group,
          is_unlike: 0
        }
      })
      .execute()
    const { reliability } = await cardOf(owner, id)
    t.same(
      reliability?.bins.map(({ count, hits }) => [count, hits]),
      [[1, 0], [0, 0], [2, 2], ...Array.from({ length: 6 }, () => [0, 0]), [3, 3]],
      'without the labels for calibration'
    )
    t.same(
      reliability?.bins.map(({ from, to }) => [Math.round(from * 10), Math.round(to * 10)]),
      Array.from({ length: 10 }, (_, bin) => [bin, bin + 1])
    )
    t.ok(isNear(reliability?.bins[2]?.meanProbability, 0.245))
    t.ok(isNear(reliability?.bins[2]?.share?.low, wilson(2, 2)[0]))
    t.match(reliability?.bins[1], { meanProbability: null, share: null })
    t.ok(isNear(reliability?.calibrationError, 1.66 / 6))

    const right = Array.from({ length: 25 }, () => ({ group, probability: 0.9, isRight: true }))
    const best = await storeVersion(scene, 'site', right, 2)
    const { accuracy, macroF1, kappa, report } = await cardOf(owner, best).then(card => ({ ...card, ...card.report }))
    t.ok(isNear(accuracy?.low, wilson(25, 25)[0]), JSON.stringify(accuracy))
    t.match(
      [macroF1, kappa],
      [
        { value: 1, low: null },
        { value: 1, low: null }
      ]
    )
    t.match(report?.classes[0]?.recall, { value: 1, low: 0.5, high: 1 }, 'an interval with a width is kept')
    t.ok(isNear(report?.classes[0]?.precision?.low, wilson(25, 25)[0]))
    const { items: listed } = (await owner.get(`/projects/${scene.project.id}/ai/models`)).json<{ items: ModelVersion[] }>()
    t.same(listed[0]?.accuracy, accuracy)

    await db.deleteFrom('ai_test_item').where('version_id', '=', id).execute()
    t.match(await cardOf(owner, id), { reliability: null, sites: null }, 'a version from an older program')
  })

  t.test('results by site name only sites that a viewer sees elsewhere, and nothing for blind members', async t => {
    const scene = await sensitiveScene(t, database)
    const { owner, member, project, db, siteId, otherSiteId, coralImage, bothImage, spongeImage } = scene
    const of = (group: string, rights: string): Item[] => [...rights].map(right => ({ group, probability: 0.8, isRight: right === '1' }))
    const bySite = [
      ...of(`site:${siteId}`, '11101'),
      ...of(`site:${otherSiteId}`, '10'),
      ...of(`media:${coralImage}`, '011'),
      ...of(`site:${newId()}`, '1')
    ]
    const id = await storeVersion(scene, 'site', bySite)
    const rows = (card: ModelCard) => card.sites?.map(({ kind, siteId: of, name, count, hits }) => [kind, of, name, count, hits])
    const others = [
      ['none', null, null, 3, 2],
      ['deleted', null, null, 1, 1]
    ]
    const card = await cardOf(owner, id)
    t.same(rows(card), [['site', otherSiteId, 'Open Bank', 2, 1], ['site', siteId, 'Secret Reef', 5, 4], ...others])
    const [low, high] = wilson(4, 5)
    t.ok(isNear(card.sites?.[1]?.share.low, low) && isNear(card.sites?.[1]?.share.high, high) && card.sites?.[1]?.share.value === 0.8)

    await scene.rule({ labelId: scene.anthozoa, grid: '0.1', fromRole: 'owner' })
    const [viewer, editor] = [await member('viewer'), await member('editor')]
    for (const person of [viewer, editor]) {
      const shown = (await person.get(`/sites/${siteId}`)).json<{ name: string }>().name
      t.not(shown, 'Secret Reef')
      const answer = await person.get(`/ai/models/${id}`)
      t.notMatch(answer.body, /Secret Reef/)
      t.same(rows(answer.json()), [['site', otherSiteId, 'Open Bank', 2, 1], ['site', siteId, shown, 5, 4], ...others])
    }
    t.equal((await editor.post(`/ai/models/${id}/promote`)).body.includes('Secret Reef'), false)
    t.match(await cardOf(owner, id), { sites: [{ name: 'Open Bank' }, { name: 'Secret Reef' }, {}, {}] })

    await db.updateTable('media').set({ site_id: null }).where('id', '=', spongeImage).execute()
    const byImage = [
      ...of(`media:${coralImage}`, '10'),
      ...of(`media:${bothImage}`, '1'),
      ...of(`media:${spongeImage}`, '0'),
      ...of(`media:${newId()}`, '11')
    ]
    const second = await storeVersion(scene, 'image', byImage, 2)
    t.same(rows(await cardOf(owner, second)), [
      ['site', siteId, 'Secret Reef', 2, 1],
      ['none', null, null, 2, 1],
      ['deleted', null, null, 2, 2]
    ])

    const stranger = await scene.signUp('stranger@lab.example')
    t.equal((await stranger.get(`/ai/models/${id}`)).statusCode, 404)
    const round = {
      ...{ name: 'Blind', images: { kind: 'all' }, memberIds: [editor.id, (await member('editor')).id] },
      ...{ startsAt: new Date(Date.now() + 60_000).toISOString(), endsAt: '2999-01-01T00:00:00Z' }
    }
    const made = await owner.post(`/projects/${project.id}/annotation-sessions`, round)
    t.equal(made.statusCode, 201, made.body)
    await db.updateTable('annotation_session').set({ starts_at: '2020-01-01T00:00:00.000Z' }).execute()
    for (const path of [`/ai/models/${id}`, `/projects/${project.id}/ai/models`])
      t.match((await editor.get(path)).json(), { code: 'WORKING_BLIND' }, path)
  })
})
