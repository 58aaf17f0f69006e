import t from 'tap'
import { knownParts, type LabelGroup, partsOf, storeParts } from '../../../../server/backend/ai/groups.ts'
import { groupFinder } from '../../../../server/backend/ai/labelled.ts'
import { whyTooFew } from '../../../../server/backend/ai/learn-version.ts'
import type { ModelCard } from '../../../../shared/contracts/ai-models.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { texturedProject } from '../../../support/textured-project.ts'

t.test('groups that share near-duplicates are one group, also by way of others', async t => {
  const image = (media_id: string, site_id: string | null, cluster_id: string | null = null) => ({ media_id, site_id, cluster_id })
  const images = [
    image('a', 's1', 'x'),
    image('b', 's2', 'x'),
    image('c', 's2', 'y'),
    image('d', 's3', 'y'),
    image('e', 's4'),
    image('f', null, 'z')
  ]
  const others = Array.from({ length: 10 }, (_, index) => image(`other-${index}`, `apart-${index}`))
  const groups = (unit: 'site' | 'image') => images.map(groupFinder(unit, [...images, ...others]))
  t.same(groups('site'), ['site:s1', 'site:s1', 'site:s1', 'site:s1', 'site:s4', 'media:f'])
  t.same(groups('image'), ['media:a', 'media:a', 'media:c', 'media:c', 'media:e', 'media:f'])
})

t.test('a joined group holds at most half of the labelled images, because a chain of similar light is no duplicate', async t => {
  const image = (media_id: string, cluster_id: string | null) => ({ media_id, site_id: null, cluster_id })
  const chain = Array.from({ length: 8 }, (_, index) => image(`i${index}`, 'lamp'))
  t.same(
    chain.map(groupFinder('image', chain)),
    chain.map(({ media_id: id }) => `media:${id}`),
    'one cluster of all images joins none'
  )

  const clusters = ['pair', 'pair', 'lamp', 'lamp', 'lamp', 'lamp', 'lamp', null]
  const some = clusters.map((cluster, index) => image(`i${index}`, cluster))
  const doubled = some.flatMap(each => [each, each, each])
  for (const rows of [some, doubled])
    t.same(some.map(groupFinder('image', rows)), ['media:i0', 'media:i0', ...some.slice(2).map(({ media_id: id }) => `media:${id}`)])

  const inSites = (sites: readonly string[], near: readonly number[]) => {
    const placed = sites.map((site_id, index) => ({ ...image(`i${index}`, near.includes(index) ? 'x' : null), site_id }))
    return placed.map(groupFinder('site', placed))
  }
  const five = ['s1', 's1', 's2', 's2', 's3', 's3', 's4', 's4', 's5', 's5']
  t.equal(inSites(five, [1, 2])[2], 'site:s1', 'near-duplicates join two of five sites')
  t.equal(inSites(['s1', 's1', 's1', 's1', 's2', 's3', 's4', 's5'], [0, 4])[4], 'site:s2', 'the other images of a site count too')
})

t.test('a failure names labels that a random sample left out', async t => {
  const labels = ['sand', 'coral'].flatMap(label_id =>
    Array.from({ length: 6 }, (_, index) => ({ id: `${label_id}-${index}`, revision: 1, label_id, media_id: `i${index}`, site_id: null }))
  )
  const all = labels.map(label => ({ ...label, cluster_id: null, shape: '' }))
  const of = { unit: 'image' as const, groupOf: groupFinder('image', all), parents: new Map() }
  t.match(whyTooFew(of, all, all.slice(0, 10)), /among the labels drawn at random/)
  t.match(whyTooFew(of, all, all), /to learn from/)
  t.match(whyTooFew(of, all.slice(0, 10), all.slice(0, 10)), /^Learning needs at least 2 labels with 5 examples each/)
})

await forEachDatabase(t, (t, database) => {
  t.test('a chain of near-duplicates through a whole project leaves its test as it is, and a failed run assigns nothing', async t => {
    const { project, run, storage, labelIds } = await texturedProject(t, {
      database,
      sites: 4,
      imagesPerSite: 2,
      unlabelledImages: 1
    })
    const { db } = storage
    const parts = () => knownParts(db, project.id)
    await run()
    const before = await parts()
    t.same(new Set(before.values()), new Set([0, 1, 2]))
    const all = await db.selectFrom('media').select(['id', 'sha256']).execute()
    const measured = all.map(({ id, sha256 }) => ({
      ...{ media_id: id, project_id: project.id, sha256, measure: 'q1' as const, sharpness: 1, dark_share: 0, bright_share: 0 },
      ...{ hash: '0'.repeat(16), cluster_id: all[0]!.id }
    }))
    await db.insertInto('ai_image_quality').values(measured).execute()
    t.match(await run({ learn: true }), { sentence: /suggest/ })
    t.same(await parts(), before, 'every image keeps its split')

    const pair = [...before.keys()].slice(0, 2).map(key => key.replace('media:', ''))
    await db.updateTable('ai_image_quality').set({ cluster_id: null }).where('media_id', 'not in', pair).execute()
    await db
      .updateTable('annotation')
      .set({ label_id: labelIds[0]! })
      .where('label_id', 'is not', null)
      .where('media_id', 'not in', pair)
      .execute()
    await db.deleteFrom('ai_group').execute()
    const failed = await run({ learn: true })
    t.match(failed, { state: 'failed' })
    t.match(failed.sentence, /Near-duplicate images count as one/, 'there would be more labels without near-duplicates')
    t.match((await run({ task: 'check' })).sentence, /Near-duplicate images count as one/)
    t.same(await parts(), new Map(), 'a run that fails assigns no image')

    await db.updateTable('annotation').set({ label_id: labelIds[0]! }).where('label_id', 'is not', null).execute()
    t.notMatch((await run({ learn: true })).sentence, /Near-duplicate/, 'near-duplicates are not the reason')

    const at = '2026-06-04T07:12:00.000Z'
    await db.updateTable('ai_image_quality').set({ cluster_id: null }).execute()
    await db
      .updateTable('annotation')
      .set({ label_id: labelIds[1]! })
      .where('label_id', 'is not', null)
      .where('media_id', 'in', pair)
      .execute()
    const kept = pair.map(id => ({ project_id: project.id, group_key: `media:${id}`, part: 2, at }))
    await db.insertInto('ai_group').values(kept).execute()
    t.match(
      (await run({ learn: true })).sentence,
      /Fewer than two labels have 2 examples in the images or sites to learn from/,
      'both images of a label are kept for tests'
    )
    await db.deleteFrom('ai_group').execute()

    await storeParts(db, project.id, { known: new Map(), parts: new Map([['media:a', 2]]) }, at)
    const stale = { known: new Map(), parts: new Map([['media:a', 0]]) }
    await t.rejects(storeParts(db, project.id, stale, at), { message: /another run/ }, 'of two runs at once, the later one starts over')
    t.same(await parts(), new Map([['media:a', 2]]))
  })

  t.test('near-duplicates stay on the same side of a split', async t => {
    const { owner, project, run, storage } = await texturedProject(t, { database, sites: 4, imagesPerSite: 2, unlabelledImages: 1 })
    const { db } = storage
    const card = async (id: string | null) => (await owner.get(`/ai/models/${id}`)).json<ModelCard>()
    const parts = async () => {
      const rows = await db.selectFrom('ai_group').select(['group_key', 'part']).execute()
      return new Map(rows.map(({ group_key: key, part }) => [key, part]))
    }
    const one = await card((await run()).modelVersionId)
    t.match(one, { unit: 'image', groupCount: 8 })
    const before = await parts()
    t.same(new Set(before.values()), new Set([0, 1, 2]))
    const inPart = (part: number) => [...before].flatMap(([key, of]) => (of === part ? [key.replace('media:', '')] : []))
    const [trained = '', other = ''] = inPart(0)
    const [tested = ''] = inPart(2)

    await measured([trained, tested], trained)
    await run({ learn: true })
    const versions = (await owner.get(`/projects/${project.id}/ai/models`)).json<{ items: { id: string; groupCount: number }[] }>().items
    t.equal(versions[0]?.groupCount, 7, 'the two images are one group')
    const after = await parts()
    t.equal(after.get(`media:${tested}`), 0, 'the tested image moves to the training split')
    for (const [key, part] of before) if (key !== `media:${tested}`) t.equal(after.get(key), part, key)
    const items = await db
      .selectFrom('ai_test_item')
      .innerJoin('annotation', 'annotation.id', 'ai_test_item.annotation_id')
      .select('annotation.media_id')
      .where('ai_test_item.version_id', '=', versions[0]?.id ?? '')
      .execute()
    t.ok(items.length > 0 && items.every(({ media_id: id }) => id !== tested), 'no version is tested on it')
    t.match((await owner.get(`/projects/${project.id}/ai`)).json(), { classes: [{ groupCount: 7 }] }, 'the overview counts the same groups')

    await db.updateTable('ai_image_quality').set({ sha256: 'an earlier file' }).where('media_id', '=', tested).execute()
    t.match(
      (await owner.get(`/projects/${project.id}/ai`)).json(),
      { classes: [{ groupCount: 8 }] },
      'a replaced file is no near-duplicate'
    )

    const group = (key: string, ...joined: string[]): LabelGroup => ({ key, count: 24, joined: [key, ...joined] })
    const known = await knownParts(db, project.id)
    const given = partsOf(known, project.id, [group(`media:${other}`, 'media:new')])
    await storeParts(db, project.id, { known, parts: given }, '2026-06-04T07:12:00.000Z')
    t.equal(given.get('media:new'), 0, 'a new image joins the split of its near-duplicate')
    t.equal((await parts()).get('media:new'), 0)

    async function measured(ids: string[], cluster: string) {
      const media = await db.selectFrom('media').select(['id', 'sha256']).where('id', 'in', ids).execute()
      await db
        .insertInto('ai_image_quality')
        .values(
          media.map(({ id, sha256 }) => ({
            ...{ media_id: id, project_id: project.id, sha256, measure: 'q1', sharpness: 1, dark_share: 0, bright_share: 0 },
            ...{ hash: '0'.repeat(16), cluster_id: cluster }
          }))
        )
        .execute()
    }
  })
})
