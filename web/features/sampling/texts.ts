import type { PointMethod, Sample, SampleCount } from '../../../shared/contracts/sampling.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const points = (count: number) => formatCount(count, 'point')
const ofImages = (count: number, images: number) => `${formatNumber(count)} of ${formatCount(images, 'image')}`

export const texts = {
  dialog: {
    title: 'Sample points',
    about: 'Label each point. The share of points with a label estimates its percent cover. Results give a 95 % interval.',
    cancel: 'Cancel',
    draw: 'Draw points',
    scope: 'Images',
    thisImage: 'This image',
    everyImage: (hasFilter: boolean, count: number | undefined) =>
      `${hasFilter ? 'Every image that matches the filter' : 'Every image of the project'}${count === undefined ? '' : ` (${formatNumber(count)})`}`,
    havePoints: (count: number) => `${formatCount(count, 'image has points and keeps', 'images have points and keep')} them`,
    existing: ({ points: { length }, plan }: Pick<Sample, 'points' | 'plan'>) =>
      `This image has ${points(length)}, ${plan.method === 'imported' ? `imported from ${plan.fileName}` : `drawn with the seed “${plan.seed}”`}.`,
    remove: 'Remove them',
    aboutRemoveAll: 'Only images where no point has a label, an attribute or a comment lose their points. All other images keep theirs.',
    removeAll: 'Remove unlabelled points'
  },

  /** Results of drawing or removing points. */
  result: {
    notDrawn: 'The points could not be drawn.',
    notRemoved: 'The points could not be removed.',
    drawn: (count: number) => `${points(count)} drawn`,
    removed: (count: number) => `${points(count)} removed`,
    hasPoints: 'This image already has points',
    done: 'Done',
    drawnOnAll: ({ imageCount, sampledCount }: SampleCount) => {
      const left = imageCount - sampledCount
      return `${ofImages(sampledCount, imageCount)} ${sampledCount === 1 ? 'has' : 'have'} points${left > 0 ? `; ${formatNumber(left)} too small for this plan` : ''}`
    },
    removedFromAll: ({ imageCount, sampledCount }: SampleCount) => {
      const free = imageCount - sampledCount
      return `${ofImages(free, imageCount)} ${free === 1 ? 'has' : 'have'} no points${sampledCount > 0 ? `; ${formatCount(sampledCount, 'image keeps its points', 'images keep theirs')}` : ''}`
    },
    stopped: 'The job was stopped before it finished.',
    now: ({ imageCount, sampledCount }: SampleCount) =>
      `${ofImages(sampledCount, imageCount)} now ${sampledCount === 1 ? 'has' : 'have'} points.`
  },

  job: {
    draw: 'Drawing points',
    remove: 'Removing points',
    continues: { draw: 'Points are still being drawn', remove: 'Points are still being removed' },
    stop: 'Stop',
    close: 'Close',
    progress: (done: number, total: number) => ofImages(done, total),
    canClose: 'You can close this dialog. The server continues the work.',
    noAnswer: 'The server is not responding; retrying…'
  },

  plan: {
    method: 'Method',
    methods: [
      { value: 'stratified', label: 'Stratified random', description: 'one point in each cell of a grid' },
      { value: 'random', label: 'Random', description: 'anywhere in the area' },
      { value: 'grid', label: 'Grid', description: 'the centre of each cell' }
    ] satisfies { value: PointMethod; label: string; description: string }[],
    count: 'Points per image',
    seed: 'Seed',
    seedAbout: 'The same seed draws the same points again.',
    within: 'Within',
    wholeImage: 'The whole image',
    area: 'An area',
    areaAbout: 'such as the inside of a quadrat frame',
    unit: 'Sides in',
    unitAbout: 'Measured from the left and from the top.',
    percent: 'Percent of the image',
    pixels: 'Pixels',
    sides: { left: 'Left', right: 'Right', top: 'Top', bottom: 'Bottom' },
    useBox: 'Use the selected box',
    preview: (count: number) => `${points(count)} on this image`,
    noPreview: (reason: string) => `No points on this image: ${reason}`
  },

  faults: {
    count: 'Enter a whole number from 1 to 1000',
    seed: 'Enter a word or a number',
    number: 'Enter a number',
    percent: 'Enter a number from 0 to 100',
    width: (most: number) => `The image is ${most} px wide`,
    height: (most: number) => `The image is ${most} px high`,
    right: 'Must be greater than left',
    bottom: 'Must be greater than top'
  }
}
