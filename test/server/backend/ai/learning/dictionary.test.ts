import sharp from 'sharp'
import t from 'tap'
import { dictionarySet, dictionarySha256, isCurrent } from '../../../../../server/backend/ai/feature-sets.ts'
import { featureSet } from '../../../../../server/backend/ai/geometry.ts'
import { nextPart } from '../../../../../server/backend/ai/groups.ts'
import { predict, unpackClassifier } from '../../../../../server/backend/ai/learning/classifier.ts'
import { cropOf } from '../../../../../server/backend/ai/learning/crops.ts'
import { type Filters, learnDictionary, learnFilters, patchCount, patchSize } from '../../../../../server/backend/ai/learning/dictionary.ts'
import { dictionaryDimensions, dictionaryFeaturesOf, responsesOf } from '../../../../../server/backend/ai/learning/dictionary-features.ts'
import { patchesOf } from '../../../../../server/backend/ai/learning/dictionary-patches.ts'
import { dimensions, featuresOf } from '../../../../../server/backend/ai/learning/features.ts'
import { learn, matrixFrom } from '../../../../../server/backend/ai/learning/learn.ts'
import { randomFrom, shuffled } from '../../../../../server/backend/ai/learning/random.ts'
import { symmetricEigen } from '../../../../../server/backend/ai/learning/symmetric-eigen.ts'
import { accuracyByFold } from '../../../../../server/backend/ai/learning/validate.ts'
import { textureCount, texturedImage } from '../../../../support/textures.ts'

const dot = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one).reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
const meanOf = (values: ArrayLike<number>) => dot(values, new Array(values.length).fill(1 / values.length))
/** Patch without its mean, divided by √(variance + 10), from the definition. */
function normalOf(patch: ArrayLike<number>): number[] {
  const mean = meanOf(patch)
  const apart = Array.from(patch, value => value - mean)
  const deviation = Math.sqrt(dot(apart, apart) / apart.length + 10)
  return apart.map(value => value / deviation)
}

const hashOf = (filters: Filters) => dictionarySha256({ fine: filters, coarse: filters })

t.test('eigenvectors of a symmetric matrix are orthonormal, and give the matrix back', async t => {
  const size = 7
  const random = randomFrom(5)
  const half = Array.from({ length: size * size }, () => random() - 0.5)
  const matrix = Float64Array.from(half, (value, at) => value + half[(at % size) * size + Math.floor(at / size)]!)
  const { values, vectors } = symmetricEigen(matrix, size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      let [again, product] = [0, 0]
      for (let k = 0; k < size; k++) {
        again += vectors[row * size + k]! * values[k]! * vectors[column * size + k]!
        product += vectors[k * size + row]! * vectors[k * size + column]!
      }
      t.ok(Math.abs(again - matrix[row * size + column]!) < 1e-10)
      t.ok(Math.abs(product - (row === column ? 1 : 0)) < 1e-10)
    }
  t.same([...symmetricEigen(Float64Array.of(2, 0, 0, 5), 2).values], [2, 5])
})

/** (C + 0.1)^(−1/2) by the iteration of Denman and Beavers, apart from any eigenvalues. */
function inverseRoot(covariance: number[][]): number[][] {
  let y = covariance.map((row, at) => row.map((value, column) => value + (at === column ? 0.1 : 0)))
  let z: number[][] = y.map((row, at) => row.map((_, column) => (at === column ? 1 : 0)))
  for (let round = 0; round < 14; round++) {
    const [yInverse, zInverse] = [inverseOf(y), inverseOf(z)]
    const middle = (one: number[][], other: number[][]) =>
      one.map((row, at) => row.map((value, column) => (value + other[at]![column]!) / 2))
    ;[y, z] = [middle(y, zInverse), middle(z, yInverse)]
  }
  return z
}

function inverseOf(matrix: number[][]): number[][] {
  const size = matrix.length
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1 : 0))])
  for (let at = 0; at < size; at++) {
    const largest = rows.slice(at).reduce((best, row, index) => (Math.abs(row[at]!) > Math.abs(rows[best]![at]!) ? at + index : best), at)
    ;[rows[at], rows[largest]] = [rows[largest]!, rows[at]!]
    const pivot = rows[at]![at]!
    rows[at] = rows[at]!.map(value => value / pivot)
    for (let other = 0; other < size; other++)
      if (other !== at) {
        const factor = rows[other]![at]!
        rows[other] = rows[other]!.map((value, column) => value - factor * rows[at]![column]!)
      }
  }
  return rows.map(row => row.slice(size))
}

t.test('filters equal whitening and clustering computed step by step', async t => {
  const [rows, count, seed] = [160, 5, 11]
  const random = randomFrom(2)
  // stripes of three directions with noise
  const patches = Array.from({ length: rows }, (_, row) => {
    const [across, down] = [[1, 0] as const, [0, 1] as const, [0.7, 0.7] as const][row % 3]!
    const phase = random() * 6
    return Array.from(
      { length: patchSize },
      (_, k) => 120 + 60 * Math.sin(across * (k % 6) + down * (Math.floor(k / 6) % 6) + phase) + 20 * random()
    )
  })
  const learnt = learnFilters(Float32Array.from(patches.flat()), count, seed)

  const normal = patches.map(normalOf)
  const means = Array.from({ length: patchSize }, (_, column) => meanOf(normal.map(patch => patch[column]!)))
  const apart = normal.map(patch => patch.map((value, column) => value - means[column]!))
  const columns = means.map((_, column) => apart.map(patch => patch[column]!))
  const whitener = inverseRoot(columns.map(one => columns.map(other => dot(one, other) / rows)))
  const white = apart.map(patch => whitener.map(row => dot(row, patch)))
  const unit = (values: number[]) => values.map(value => value / (Math.sqrt(dot(values, values)) || 1))
  const drawn = randomFrom(seed)
  let centroids = shuffled(rows, drawn)
    .slice(0, count)
    .map(row => unit(white[row]!))
  for (let round = 0; round < 8; round++) {
    const nearest = white.map(patch => {
      const products = centroids.map(centroid => dot(centroid, patch))
      const place = products.reduce((best, product, index) => (Math.abs(product) > Math.abs(products[best]!) ? index : best), 0)
      return { place, product: products[place]! }
    })
    centroids = centroids.map((_, place) => {
      const members = white.filter((_, row) => nearest[row]!.place === place)
      if (members.length < 3) return unit(white[Math.floor(drawn() * rows)]!)
      const moved = members.map(patch => patch.map(value => value * nearest[white.indexOf(patch)]!.product))
      return unit(moved.reduce((sum, patch) => sum.map((value, k) => value + patch[k]!)))
    })
  }
  for (let row = 0; row < rows; row++) {
    const deviation = Math.sqrt(meanOf(patches[row]!.map(value => (value - meanOf(patches[row]!)) ** 2)) + 10)
    for (let filter = 0; filter < count; filter++) {
      const unfolded = dot(centroids[filter]!, white[row]!)
      const weights = learnt.filters.subarray(filter * patchSize, (filter + 1) * patchSize)
      const folded = dot(weights, patches[row]!) / deviation - learnt.biases[filter]!
      t.ok(Math.abs(folded - unfolded) < 1e-3, `${folded} and ${unfolded}`)
      t.ok(Math.abs(dot(weights, new Array(patchSize).fill(1))) < 1e-4, 'brightness alone has no response')
    }
  }
  const again = (other: number) => hashOf(learnFilters(Float32Array.from(patches.flat()), count, other))
  t.equal(again(seed), hashOf(learnt), 'the same patches and seed give the same filters')
  t.not(again(seed + 1), hashOf(learnt))
  t.ok(learnFilters(new Float32Array(10 * patchSize).fill(7), count, seed).filters.every(Number.isFinite), 'flat patches do no harm')
})

t.test('responses equal those computed patch by patch', async t => {
  const random = randomFrom(9)
  const crop = Float32Array.from({ length: 3 * 64 * 64 }, () => 255 * random())
  const count = 6
  const filters = Float32Array.from({ length: count * patchSize }, () => 0.2 * (random() - 0.5))
  for (let filter = 0; filter < count; filter++) {
    const of = filters.subarray(filter * patchSize, (filter + 1) * patchSize)
    const mean = meanOf(of)
    for (const [k, value] of of.entries()) of[k] = value - mean
  }
  const some: Filters = { filters, biases: Float32Array.from({ length: count }, () => random() - 0.5) }
  const found = responsesOf(crop, some)
  t.equal(found.length, 4 * count)
  for (const [part, [from, to]] of [[0, 30] as const, [9, 21] as const].entries())
    for (const [half, sign] of [1, -1].entries())
      for (let filter = 0; filter < count; filter++) {
        let sum = 0
        for (let row = from; row < to; row++)
          for (let column = from; column < to; column++) {
            const patch = [0, 1, 2].flatMap(plane =>
              Array.from({ length: 36 }, (_, k) => crop[plane * 4096 + (2 * row + Math.floor(k / 6)) * 64 + 2 * column + (k % 6)]!)
            )
            const z = dot(normalOf(patch), filters.subarray(filter * patchSize, (filter + 1) * patchSize)) - some.biases[filter]!
            sum += Math.max(0, sign * z - 0.5)
          }
        const expected = Math.sqrt(sum / (to - from) ** 2)
        t.ok(Math.abs(found[part * 2 * count + half * count + filter]! - expected) < 1e-5)
      }
  t.ok(found.some(value => value > 0.1))
})

t.test('patches are windows of the crops, and the same seed draws the same ones', async t => {
  const random = randomFrom(4)
  const pixels = { data: Uint8Array.from({ length: 200 * 150 * 3 }, () => 256 * random()), width: 200, height: 150 }
  const places = [
    { x: 60, y: 70, finePx: 64, coarsePx: 128 },
    { x: 10, y: 140, finePx: 64, coarsePx: 128 }
  ]
  const drawn = patchesOf(pixels, places, { count: 40, seed: 3 })
  const isDrawn = (seed: number) => patchesOf(pixels, places, { count: 40, seed }).coarse.every((value, at) => value === drawn.coarse[at])
  t.ok(isDrawn(3))
  t.notOk(isDrawn(4))
  for (const [scale, side] of [['fine', 'finePx'] as const, ['coarse', 'coarsePx'] as const]) {
    const seen = new Set<string>()
    for (const place of places) {
      const crop = cropOf(pixels, place, place[side])
      for (let top = 0; top <= 58; top++)
        for (let left = 0; left <= 58; left++) {
          const patch = Array.from(
            { length: patchSize },
            (_, k) => crop[Math.floor(k / 36) * 4096 + (top + (Math.floor(k / 6) % 6)) * 64 + left + (k % 6)]
          )
          seen.add(`${patch}`)
        }
    }
    for (let index = 0; index < 40; index++)
      t.ok(seen.has(`${Array.from(drawn[scale].subarray(index * patchSize, (index + 1) * patchSize))}`))
  }
  t.equal(patchesOf(pixels, places, { count: 0, seed: 3 }).fine.length, 0)
  const many = Array.from({ length: 5000 }, (_, at) => ({ x: at % 200, y: at % 150, finePx: 64, coarsePx: 128 }))
  t.equal(patchesOf(pixels, many, { count: 5000, seed: 3 }).fine.length, 5000 * patchSize, 'of many crops, only some are cut')
})

t.test('cross-validation keeps groups whole', async t => {
  // one number per row; in the third group, the classes are swapped
  const values = [0, 1, 10, 11, 0, 2, 9, 11, 10, 9, 1, 0]
  const labels = Int32Array.from([0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1])
  const groups = labels.map((_, row) => Math.floor(row / 4))
  const matrix = { values: Float32Array.from(values), rows: 12, columns: 1 }
  const expected = [0, 1, 2].flatMap(left => {
    const mean = (label: number) => meanOf(values.filter((_, row) => groups[row] !== left && labels[row] === label))
    const rows = [...values.keys()].filter(row => groups[row] === left)
    return rows.map(row => (Math.abs(values[row]! - mean(1)) < Math.abs(values[row]! - mean(0)) ? 1 : 0) === labels[row])
  })
  t.equal(accuracyByFold(matrix, labels, 2, groups), expected.filter(Boolean).length / 12)
  t.equal(accuracyByFold(matrix, labels, 2, new Int32Array(12)), null)
})

// Long: draws the images of one lesson.
t.test('with a dictionary, textures of other sites are recognised better, and the model carries it', async t => {
  const sites = 12
  const counts = [0, 0, 0]
  const [labels, groups, parts] = [[], [], []] as [number[], number[], number[]]
  const drawn: { pixels: Parameters<typeof featuresOf>[0]; places: Parameters<typeof featuresOf>[1]; part: number }[] = []
  for (let site = 0; site < sites; site++) {
    const part = nextPart(counts, 24, `site ${site}`)
    counts[part]! += 24
    const { content, cells } = await texturedImage(site, site * 100)
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
    drawn.push({
      pixels: { data, width: info.width, height: info.height },
      places: cells.map(({ x, y }) => ({ x, y, finePx: 64, coarsePx: 128 })),
      part
    })
    for (const { texture } of cells) {
      labels.push(texture)
      groups.push(site)
      parts.push(part)
    }
  }
  const training = drawn.filter(({ part }) => part === 0)
  const patches = training.map(({ pixels, places }, seed) =>
    patchesOf(pixels, places, { count: Math.ceil(patchCount / training.length), seed })
  )
  const joined = (some: Float32Array[]) => new Float32Array(Buffer.concat(some.map(each => Buffer.from(each.buffer))).buffer)
  const dictionary = learnDictionary({ fine: joined(patches.map(each => each.fine)), coarse: joined(patches.map(each => each.coarse)) }, 7)
  t.not(hashOf(dictionary.fine), hashOf(dictionary.coarse))
  const bytesOf = (some: Float16Array[]) => new Uint8Array(Buffer.concat(some.map(each => Buffer.from(each.buffer))))
  const standard = bytesOf(drawn.map(({ pixels, places }) => featuresOf(pixels, places)))
  const vectors = bytesOf(drawn.map(({ pixels, places }) => dictionaryFeaturesOf(pixels, places, dictionary)))
  const all = matrixFrom(vectors, dictionaryDimensions)
  t.equal(all.rows, sites * 24)
  t.ok(all.values.every(Number.isFinite))
  t.same(all.values.subarray(0, dimensions), matrixFrom(standard, dimensions).values.subarray(0, dimensions), 'after the standard features')

  const lesson = {
    ...{ vectors, columns: dictionaryDimensions, classes: textureCount, seed: 7, dictionary },
    ...{ labels: Int32Array.from(labels), parts: Uint8Array.from(parts) },
    ...{ groups: Int32Array.from(groups), images: Int32Array.from(groups) }
  }
  const { report, classifier } = learn(lesson)
  t.ok(report!.accuracy.value > 0.6, `correct on other sites: ${report!.accuracy.value}`)
  const inFolds = (bytes: Uint8Array, columns: number) => accuracyByFold(matrixFrom(bytes, columns), lesson.labels, textureCount, groups)!
  t.ok(inFolds(vectors, dictionaryDimensions) > inFolds(standard, dimensions))
  const model = unpackClassifier(classifier)
  t.equal(dictionarySha256(model.dictionary!), dictionarySha256(dictionary))
  t.equal(predict(model, matrixFrom(vectors, dictionaryDimensions)).length, all.rows)

  const sha256 = dictionarySha256(dictionary)
  t.match(sha256, /^[0-9a-f]{64}$/)
  const { fine, coarse } = dictionary
  t.not(dictionarySha256({ fine: coarse, coarse: fine }), sha256)
  t.ok(isCurrent(dictionarySet(sha256)) && isCurrent(featureSet))
  t.notOk(isCurrent('hc2-1+dict128-0-a/pixels-1') || isCurrent(dictionarySet(sha256).replace('pixels-1', 'pixels-0')))
})
