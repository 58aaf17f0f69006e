import t from 'tap'
import { type LabelGroup, partsOf } from '../../../../server/backend/ai/groups.ts'
import { groupFinder } from '../../../../server/backend/ai/labelled.ts'
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
  const groups = (unit: 'site' | 'image') => images.map(groupFinder(unit, images))
  t.same(groups('site'), ['site:s1', 'site:s1', 'site:s1', 'site:s1', 'site:s4', 'media:f'])
  t.same(groups('image'), ['media:a', 'media:a', 'media:c', 'media:c', 'media:e', 'media:f'])
})

await forEachDatabase(t, (t, database) => {
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
    const given = await partsOf(db, project.id, [group(`media:${other}`, 'media:new')], '2026-06-04T07:12:00.000Z')
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
