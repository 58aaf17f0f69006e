import type { UnansweredClock } from '../../../../shared/contracts/camera-clocks.ts'

/** Groups that an answer concerns: all of one camera, or those that were ticked. */
export type ClockChoice = Pick<UnansweredClock, 'camera' | 'cameraSerial'> | { keys: ReadonlySet<string> }

export const keyOf = ({ camera, cameraSerial, batch }: UnansweredClock) => JSON.stringify([camera, cameraSerial, batch])

/** Returns the choice before anything is ticked: the camera of the first group. */
export function firstChoice(groups: readonly UnansweredClock[]): ClockChoice {
  const [first] = groups
  return first ? { camera: first.camera, cameraSerial: first.cameraSerial } : { keys: new Set() }
}

/** Returns the chosen groups. The order of the groups, and others that are added, do not change the choice. */
export function chosenOf(groups: readonly UnansweredClock[], choice: ClockChoice): UnansweredClock[] {
  if ('keys' in choice) return groups.filter(group => choice.keys.has(keyOf(group)))
  return groups.filter(({ camera, cameraSerial }) => camera === choice.camera && cameraSerial === choice.cameraSerial)
}

/** Adds a group to the chosen ones, or leaves it out. */
export function toggled(groups: readonly UnansweredClock[], choice: ClockChoice, group: UnansweredClock): ClockChoice {
  const keys = new Set(chosenOf(groups, choice).map(keyOf))
  if (!keys.delete(keyOf(group))) keys.add(keyOf(group))
  return { keys }
}
