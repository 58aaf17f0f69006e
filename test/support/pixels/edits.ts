import { blue, green, type MarkedPicture, red } from './marked-picture.ts'
import { averageColour, type Colour, differenceOutside, hasColour, type Part, placeIn, readShot, type Shot, type Size } from './shot.ts'

interface Place {
  x: number
  y: number
}

/** Mouse, keyboard and screenshots of some browser. Places are CSS pixels of the window. */
export interface Hands {
  /** Part of the window that the canvas covers. */
  canvas(): Promise<Part>
  /** Presses at the first place, moves over the others, releases at the last, and leaves the canvas. */
  drag(from: Place, ...to: Place[]): Promise<void>
  /** Presses a key by Playwright's name: `Control+z`. */
  press(key: string): Promise<void>
  /** Returns a PNG of the canvas and the elements above it. */
  see(): Promise<Buffer>
}

interface Step {
  name: string
  /** Place at which a mark is selected first. */
  select?: readonly [x: number, y: number]
  act: (hands: Hands, at: (x: number, y: number) => Place) => Promise<void>
  /** Expected colours at places, which are fractions of the picture. */
  seen: readonly (readonly [x: number, y: number, colour: Colour])[]
  /** Marks that no longer lie at their former place. */
  without?: readonly string[]
}

/** Part of the picture for all edits, as fractions of the picture. It is otherwise empty. */
const yard = { x: 0.5, y: 0.55, width: 0.5, height: 0.36 }
const drawnAt = [0.6, 0.64] as const
const movedAt = [0.85, 0.7] as const

const steps: Step[] = [
  {
    name: 'a shape is drawn',
    act: async (hands, at) => {
      await hands.press('1')
      await hands.press('s')
      await hands.drag(at(0.6, 0.6), at(0.75, 0.8))
      await hands.press('v')
    },
    seen: [[...drawnAt, red]]
  },
  {
    name: 'it is moved',
    select: [0.66, 0.7],
    act: (hands, at) => hands.drag(at(0.66, 0.7), at(0.71, 0.73), at(0.76, 0.75)),
    seen: [[...movedAt, red]]
  },
  { name: 'it is relabelled', select: [0.76, 0.75], act: hands => hands.press('2'), seen: [[...movedAt, green]] },
  { name: 'that is undone', act: hands => hands.press('Control+z'), seen: [[...movedAt, red]] },
  { name: 'that is done again', act: hands => hands.press('Control+Shift+z'), seen: [[...movedAt, green]] },
  {
    name: 'all are hidden',
    act: hands => hands.press('o'),
    seen: [],
    without: ['the box', 'the circle', 'the polygon', 'the line', 'the dots']
  },
  { name: 'all are shown', act: hands => hands.press('o'), seen: [[...movedAt, green]] },
  { name: 'it is deleted', select: [0.76, 0.75], act: hands => hands.press('Delete'), seen: [] },
  { name: 'the deletion is undone', act: hands => hands.press('Control+z'), seen: [[...movedAt, green]] },
  {
    name: 'an earlier mark is relabelled',
    select: [0.25, 0.75],
    act: hands => hands.press('1'),
    seen: [
      [0.2, 0.6, red],
      [...movedAt, green]
    ],
    without: ['the polygon']
  },
  {
    name: 'the earlier mark is deleted',
    select: [0.25, 0.75],
    act: hands => hands.press('Delete'),
    seen: [[...movedAt, green]],
    without: ['the polygon']
  },
  {
    name: 'all of it is undone',
    act: async hands => {
      for (let step = 0; step < 5; step++) await hands.press('Control+z')
    },
    seen: [[0.2, 0.6, blue]]
  }
]

/** Maximum share of differing pixels outside an edit, which allows for cursors and edges of letters. */
const mostDifferent = 0.0005
/** Limit in milliseconds for a picture to come to rest. */
const restLimitMs = 60_000

/**
 * Performs all kinds of edits on a canvas that shows the whole picture.
 * @param when called with each shot, for a person to check
 * @returns a sentence for each step with an unexpected result
 */
export async function faultsOfEdits(hands: Hands, picture: MarkedPicture, when: (step: string, shot: Buffer) => void = () => {}) {
  const canvas = await hands.canvas()
  const at = (x: number, y: number): Place => {
    const place = placeIn(canvas, picture.size, x * picture.size.width, y * picture.size.height)
    return { x: canvas.x + place.x, y: canvas.y + place.y }
  }
  const faults: string[] = []
  const check = async (step: string, wrong: (shot: Shot) => string[]): Promise<Shot> => {
    const { png, shot, found } = await rested(hands, wrong)
    when(step, png)
    faults.push(...found.map(fault => `${step}: ${fault}`))
    return shot
  }
  const before = await check('at first', shot => wrongIn(shot, picture, { name: '', act: async () => {}, seen: [] }))
  for (const step of steps) {
    if (step.select) await hands.drag(at(...step.select))
    await step.act(hands, at)
    await hands.press('Escape') // nothing is selected, because handles hide the colour of a mark
    await check(step.name, shot => [...wrongIn(shot, picture, step), ...wrongBeside(before, shot, picture, step)])
  }
  return faults
}

const looksLike = (a: Colour, b: Colour) => [0, 1, 2].every(channel => Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) < 14)

function wrongIn(shot: Shot, picture: MarkedPicture, { seen, without = [] }: Step): string[] {
  const { width, height } = picture.size
  const at = (x: number, y: number) => placeIn(shot, picture.size, x, y)
  const marks = picture.marks.filter(({ name }) => !without.includes(name))
  return [
    ...picture.ground
      .filter(place => !looksLike(averageColour(shot, picture.size, place.part), place.colour))
      .map(({ part }) => `no picture at ${part.x}, ${part.y}`),
    ...marks.filter(({ x, y, colour }) => !hasColour(shot, at(x, y), colour)).map(({ name }) => `${name} is not seen`),
    ...seen.filter(([x, y, colour]) => !hasColour(shot, at(x * width, y * height), colour)).map(place => `not seen: ${place}`)
  ]
}

function wrongBeside(before: Shot, now: Shot, picture: MarkedPicture, { without = [] }: Step): string[] {
  const touched = [yardOf(picture.size), ...picture.marks.filter(({ name }) => without.includes(name)).map(({ part }) => part)]
  const share = differenceOutside(before, now, picture.size, touched)
  return share > mostDifferent ? [`${(share * 100).toFixed(2)} % of what was not touched looks different`] : []
}

const yardOf = ({ width, height }: Size): Part => ({
  x: yard.x * width,
  y: yard.y * height,
  width: yard.width * width,
  height: yard.height * height
})

/** Waits until a shot has no fault, and checks once more, because a frame may be replaced by the next. */
async function rested(hands: Hands, wrong: (shot: Shot) => string[]) {
  let good = 0
  for (const end = Date.now() + restLimitMs; ; ) {
    const png = await hands.see()
    const shot = await readShot(png)
    const found = wrong(shot)
    good = found.length === 0 ? good + 1 : 0
    if (good === 2 || Date.now() > end) return { png, shot, found }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
