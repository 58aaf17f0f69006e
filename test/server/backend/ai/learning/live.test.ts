import t from 'tap'
import { learnLive } from '../../../../../server/backend/ai/learning/live.ts'
import { randomFrom } from '../../../../../server/backend/ai/learning/random.ts'
import { imageSuggestionsApi } from '../../../../../shared/contracts/image-suggestions.ts'
import { texts } from '../../../../../web/features/annotate/suggestions/texts.ts'

const columns = 4

/** @param labels class of each row @param images image of each row */
function learnt(labels: readonly number[], images: readonly number[]) {
  const random = randomFrom(3)
  const values = labels.flatMap(label => Array.from({ length: columns }, (_, at) => random() + (at === label ? 0.6 : 0)))
  const vectors = new Uint8Array(Float16Array.from(values).buffer)
  return learnLive({ vectors, columns, labels: Int32Array.from(labels), classes: 2, images: Int32Array.from(images) })
}

t.test('certainties are rough when too few examples or images are left to measure them', async t => {
  const halves = (rows: number) => Array.from({ length: rows }, (_, row) => row % 2)
  const on = (rows: number, images: number) => Array.from({ length: rows }, (_, row) => Math.floor(row / 2) % images)
  t.equal(learnt(halves(400), on(400, 10)).isCalibrated, true)
  t.equal(learnt(halves(400), on(400, 4)).isCalibrated, false, 'too few images')
  t.equal(learnt(halves(60), on(60, 10)).isCalibrated, false, 'too few examples on the images left out')
  const images = on(400, 10)
  const rare = images.map(image => (image === 0 ? 1 : 0))
  t.equal(learnt(rare, images).isCalibrated, false, 'a label is only on an image left out')

  const described: string = Reflect.get(imageSuggestionsApi.live.schema.response[200].properties.isCalibrated, 'description')
  for (const words of [described, texts.live.rough]) {
    t.match(words, /too few examples or images/)
    t.notMatch(words, /fewer than 5 images/, 'it is only one of the reasons')
  }
})
