import t from 'tap'
import { type Effort, reviewCount, reviewPage } from '../../../../../server/backend/annotations/review/pages.ts'
import { mediaPage } from '../../../../../server/backend/media/list.ts'
import { everything } from '../../../../../server/backend/projects/scope.ts'
import type { Annotation } from '../../../../../shared/contracts/annotations.ts'
import type { Media } from '../../../../../shared/contracts/media.ts'
import type { ReviewItem, ReviewSort } from '../../../../../shared/contracts/review.ts'
import type { OutlineLabel } from '../../../../../shared/contracts/taxonomy.ts'
import { type Condition, choices, type Filter, formatFilter, operatorsOf, parseFilter } from '../../../../../shared/filters.ts'
import { randomInteger, seededGenerator } from '../../../../../shared/sampling/seeded-random.ts'
import { matchesOf, type Surroundings } from '../../../../../web/features/annotate/filter/matches.ts'
import { forEachDatabase } from '../../../../support/backend.ts'
import { type ReviewScene, reviewScene } from '../../../../support/review-scene.ts'

const sorts: ReviewSort[] = ['newest', 'size', 'date', 'confidence', 'label', '-newest', '-size', '-date', '-confidence', '-label']

await forEachDatabase(t, (t, database) => {
  t.test('every filter in every order finds the same annotations, counts and images as a test of each annotation', async t => {
    const scene = await reviewScene(t, { database, seed: `pages ${database}`, images: 25, annotations: 220 })
    const { storage, project, expected, expectedImages } = scene
    const makeFilter = filtersOver(scene)
    const all = everything(project.id, 'a test')
    /** Ways of working that otherwise need a large database: conditions with many rows, and requests that stop halfway. */
    const efforts: Effort[] = [
      { windows: [1_000, 10_000], fewRows: 5_000, mostLabels: 200 },
      { windows: [11, 30], fewRows: 25, mostLabels: 2 },
      { windows: [9], fewRows: 0, mostLabels: 1 }
    ]
    const marked = await markedImages(scene)
    let found = 0
    let imagesFound = 0
    for (let round = 0; round < 120; round++) {
      const filter = makeFilter()
      const text = formatFilter(filter)
      const effort = efforts[round % efforts.length]!
      const sort = sorts[Math.floor(round / efforts.length) % sorts.length]!
      const ids = expected(filter, sort)
      found += ids.length
      const read: string[] = []
      let cursor: string | undefined
      do {
        const page = await reviewPage(storage.db, all, filter, { sort, limit: 1 + (round % 40), ...(cursor && { cursor }) }, effort)
        read.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      t.strictSame(read, ids, `${sort} of ${text} (${effort.windows})`)
      t.equal(await reviewCount(storage.db, all, filter, null, effort), ids.length, `count of ${text}`)

      // the same on the page, which shows it before the server has answered
      const shownThere = marked.flatMap(surroundings => [
        ...(matchesOf(text, surroundings) ?? surroundings.annotations.map(({ id }) => id))
      ])
      if (isReadable(text)) t.strictSame(shownThere.sort(), [...ids].sort(), `${text} in Annotate`)

      const images = expectedImages(filter)
      imagesFound += images.length
      const shown: string[] = []
      do {
        const query = { sort: 'name' as const, limit: 1 + (round % 9), ...(cursor && { cursor }) }
        const page = await mediaPage(storage.db, all, query, { filter, effort })
        shown.push(...page.rows.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      t.strictSame(shown, images, `images of ${text}`)
    }
    t.ok(found > 500, `${found} were found in total`)
    t.ok(imagesFound > 200, `on ${imagesFound} images`)
  })

  t.test('the call lists the annotations with the data for their crops', async t => {
    const { owner, project, expected, rows } = await reviewScene(t, { database, seed: 'call', images: 5, annotations: 30 })
    const url = `/projects/${project.id}/annotations`
    const ids: string[] = []
    let cursor = ''
    do {
      const { items, nextCursor } = (await owner.get(`${url}?sort=size&limit=7&cursor=${cursor}`.replace(/&cursor=$/, ''))).json<{
        items: ReviewItem[]
        nextCursor: string | null
      }>()
      ids.push(...items.map(({ id }) => id))
      const [item] = items
      const row = rows.find(({ id }) => id === item?.id)
      t.match(item, { mediaWidth: 4000, mediaHeight: 3000, fileName: row?.image.fileName, labelId: row?.labelId ?? null })
      cursor = nextCursor ?? ''
    } while (cursor)
    t.same(ids, expected([], 'size'))
    const filter = 'reviewState.is.confirmed**source.is.machine'
    const count = (await owner.get(`${url}/count?filter=${filter}`)).json()
    t.same(count, {
      count: expected(
        [[{ field: 'reviewState', operator: 'is', value: 'confirmed' }], [{ field: 'source', operator: 'is', value: 'machine' }]],
        'newest'
      ).length
    })
  })

  t.test('images are listed by a filter in each of their orders, and an invalid filter is explained', async t => {
    const { owner, project, expectedImages } = await reviewScene(t, { database, seed: 'images', images: 12, annotations: 40 })
    const filter: Filter = [
      [{ field: 'reviewState', operator: 'isNot', value: 'rejected' }],
      [{ field: 'depth', operator: 'atLeast', value: 5 }]
    ]
    const url = `/projects/${project.id}/media?filter=${formatFilter(filter)}`
    const read = async (query: string) => {
      const found: Media[] = []
      for (let cursor = ''; ; ) {
        const page = (await owner.get(`${url}&limit=3${query}${cursor && `&cursor=${cursor}`}`)).json()
        found.push(...page.items)
        if (!page.nextCursor) return found
        cursor = page.nextCursor
      }
    }
    const ids = (list: Media[]) => list.map(({ id }) => id)
    t.same(ids(await read('&sort=name')), expectedImages(filter))
    t.same(ids(await read('')), expectedImages(filter).sort().reverse())
    t.same(
      ids(await read('&sort=captured&search=img')).sort(),
      (await read('')).flatMap(({ id, fileName }) => (fileName.toLowerCase().includes('img') ? id : [])).sort()
    )
    const refused = await owner.get(`/projects/${project.id}/media?filter=depth.atLeast.deep`)
    t.equal(refused.statusCode, 400)
    t.match(refused.json(), { detail: 'filter cannot be read: The depth must be a number, not “deep”' })
  })

  t.test('annotators are listed, most annotations first', async t => {
    const { owner, project, rows } = await reviewScene(t, { database, seed: 'people', images: 5, annotations: 60 })
    const counts = new Map<string, number>()
    for (const { person, removed } of rows) if (!removed) counts.set(person, (counts.get(person) ?? 0) + 1)
    const { annotators } = (await owner.get(`/projects/${project.id}/annotators`)).json()
    t.same(
      annotators,
      [...counts]
        .sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
        .map(([id, annotationCount]) => ({ id, name: id === owner.id ? owner.email : id, annotationCount }))
    )
  })

  t.test('strangers find nothing, viewers read, and an invalid request is explained in a sentence', async t => {
    const { owner, signUp, project } = await reviewScene(t, { database, seed: 'refusals', images: 2, annotations: 10 })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    for (const url of ['annotations', 'annotations/count', 'annotators', 'filters']) {
      t.equal((await stranger.get(`/projects/${project.id}/${url}`)).statusCode, 404, url)
      t.equal((await viewer.get(`/projects/${project.id}/${url}`)).statusCode, 200, url)
    }
    const url = `/projects/${project.id}/annotations`
    const refused = await owner.get(`${url}?filter=depth.atLeast.deep`)
    t.equal(refused.statusCode, 400)
    t.match(refused.json(), { detail: 'filter cannot be read: The depth must be a number, not “deep”', errors: [{ path: '/filter' }] })
    t.equal((await owner.get(`${url}/count?filter=x`)).statusCode, 400)
    t.equal((await owner.get(`${url}?sort=beauty`)).statusCode, 400)
    t.equal((await owner.get(`${url}?limit=1001`)).statusCode, 400)
    t.equal((await owner.get(`${url}?colour=red`)).statusCode, 400)
    const { nextCursor } = (await owner.get(`${url}?limit=2`)).json()
    t.equal((await owner.get(`${url}?limit=2&cursor=${nextCursor}`)).statusCode, 200)
    for (const cursor of [nextCursor, 'x', Buffer.from('["size","big","id"]').toString('base64url')]) {
      t.equal((await owner.get(`${url}?sort=size&cursor=${cursor}`)).statusCode, 400, 'a cursor of another list')
    }
    const lost = Buffer.from('["label","no-such-label","x"]').toString('base64url')
    t.equal((await owner.get(`${url}?sort=label&cursor=${lost}`)).statusCode, 400)
  })
})

/** Images with their annotations, as listed on the page. */
async function markedImages({ owner, labels, images, rows }: ReviewScene): Promise<Surroundings[]> {
  const labelIndex = { get: (id: string | null) => labels.find(label => label.id === id) as OutlineLabel | undefined }
  const nameOf = (id: string) => (id === owner.id ? owner.email : undefined)
  const kinds = new Map(rows.map(({ id, shapeKind }) => [id, shapeKind]))
  /** Every shape of the scene is drawn as a box. */
  const drawn = (annotation: Annotation) =>
    ({ ...annotation, shape: annotation.shape && { ...annotation.shape, kind: kinds.get(annotation.id) } }) as Annotation
  const kept = images.filter(({ removed }) => !removed)
  return Promise.all(
    kept.map(async ({ id, fileName, eventDate, depth, workState }) => ({
      image: { fileName, eventDate, depthInMeters: depth, workState },
      annotations: (await owner.get(`/media/${id}/annotations`)).json<{ annotations: Annotation[] }>().annotations.map(drawn),
      labelIndex,
      nameOf
    }))
  )
}

/** Whether a filter can be read back. A random filter may search for an empty text, which no address can hold. */
function isReadable(text: string): boolean {
  try {
    return parseFilter(text) !== null
  } catch {
    return false
  }
}

/** Builds filters whose values mostly occur in the scene, so that they find something. */
function filtersOver({ labelIds, images, rows, seed }: ReviewScene): () => Filter {
  const next = seededGenerator(`filters ${seed}`)
  const one = <T>(list: readonly T[]): T => list[randomInteger(next, list.length)] as T

  function condition(): Condition {
    const field = one(
      (Object.keys(operatorsOf) as Condition['field'][]).filter(each => each !== 'import' && each !== 'importedFacts' && each !== 'area')
    )
    const operator = one<string>(operatorsOf[field])
    const name = one(['individualCount', 'sex', "it's “odd”", 'isAlive', '$.x'])
    const given = { field, ...(field === 'attribute' && { name }), operator }
    return { ...given, value: randomValue(field, operator, name) } as Condition
  }

  function randomValue(
    field: Exclude<Condition['field'], 'import' | 'importedFacts' | 'area'>,
    operator: string,
    name: string
  ): Condition['value'] {
    switch (field) {
      case 'label':
        return operator !== 'under' && randomInteger(next, 4) === 0 ? null : one(labelIds)
      case 'imageLabel':
        return one(labelIds)
      case 'person':
        return one(rows).person
      case 'eventDate':
        return (one(images).eventDate ?? '2026-03-04').slice(0, 10)
      case 'depth':
        return one(images).depth ?? 10
      case 'confidence':
        return one(rows).confidence ?? 0.5
      case 'fileName':
        return operator === 'contains' ? one(['img', '_1', '%', 'Å', '3.J']) : one(images).fileName
      case 'attribute': {
        const value = one(rows).attributes[name] ?? 3
        if (operator === 'atLeast' || operator === 'atMost') return typeof value === 'number' ? value : 2.5
        return operator === 'contains' ? one(['M', 'al', 'é', 'É', '3', 'tru']) : String(value)
      }
      default:
        return one<string>(choices[field]) as Condition['value']
    }
  }

  return () => {
    const groups = one([0, 1, 1, 1, 1, 2, 3])
    return Array.from({ length: groups }, () => Array.from({ length: one([1, 1, 2, 3]) }, condition))
  }
}
