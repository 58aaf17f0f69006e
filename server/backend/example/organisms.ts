/** Animal in a drawn frame. Its position is in fractions of the frame. `radius` is a fraction of the frame's width, and `turn` is in radians. */
export interface Organism {
  kind: 'brittle-star' | 'sea-cucumber' | 'sea-urchin' | 'sea-star' | 'sea-lily' | 'anemone' | 'sponge'
  x: number
  y: number
  radius: number
  turn: number
}

/** Animals drawn in `pictures/frame-1.jpg` and the following frames. */
export const organismsOfFrames: readonly (readonly Organism[])[] = [
  [
    { kind: 'brittle-star', x: 0.123, y: 0.882, radius: 0.03, turn: 1.19 },
    { kind: 'brittle-star', x: 0.546, y: 0.684, radius: 0.034, turn: -1.45 },
    { kind: 'brittle-star', x: 0.727, y: 0.515, radius: 0.032, turn: -1.82 },
    { kind: 'brittle-star', x: 0.322, y: 0.528, radius: 0.036, turn: -1.22 },
    { kind: 'brittle-star', x: 0.283, y: 0.802, radius: 0.045, turn: -1.86 },
    { kind: 'brittle-star', x: 0.203, y: 0.333, radius: 0.032, turn: 0.29 },
    { kind: 'sea-cucumber', x: 0.607, y: 0.837, radius: 0.061, turn: 1.97 },
    { kind: 'sea-urchin', x: 0.087, y: 0.17, radius: 0.025, turn: 1.61 },
    { kind: 'sea-urchin', x: 0.675, y: 0.651, radius: 0.028, turn: -1.02 },
    { kind: 'anemone', x: 0.189, y: 0.207, radius: 0.028, turn: 2.48 }
  ],
  [
    { kind: 'brittle-star', x: 0.384, y: 0.697, radius: 0.036, turn: 1.99 },
    { kind: 'brittle-star', x: 0.312, y: 0.424, radius: 0.038, turn: -0.4 },
    { kind: 'brittle-star', x: 0.766, y: 0.541, radius: 0.031, turn: 2.34 },
    { kind: 'brittle-star', x: 0.346, y: 0.153, radius: 0.034, turn: 1.84 },
    { kind: 'brittle-star', x: 0.407, y: 0.335, radius: 0.034, turn: 1.16 },
    { kind: 'brittle-star', x: 0.867, y: 0.37, radius: 0.044, turn: -2.46 },
    { kind: 'brittle-star', x: 0.713, y: 0.295, radius: 0.031, turn: 2.78 },
    { kind: 'brittle-star', x: 0.629, y: 0.624, radius: 0.03, turn: -0.39 },
    { kind: 'brittle-star', x: 0.415, y: 0.836, radius: 0.034, turn: 2.09 },
    { kind: 'sea-cucumber', x: 0.23, y: 0.235, radius: 0.051, turn: -1.02 },
    { kind: 'sea-cucumber', x: 0.929, y: 0.775, radius: 0.046, turn: -1.66 },
    { kind: 'sea-urchin', x: 0.518, y: 0.272, radius: 0.027, turn: -2.93 },
    { kind: 'sea-star', x: 0.09, y: 0.206, radius: 0.041, turn: 2.58 }
  ],
  [
    { kind: 'brittle-star', x: 0.92, y: 0.773, radius: 0.032, turn: -2.45 },
    { kind: 'brittle-star', x: 0.16, y: 0.29, radius: 0.035, turn: -0.2 },
    { kind: 'brittle-star', x: 0.252, y: 0.847, radius: 0.041, turn: 1.26 },
    { kind: 'brittle-star', x: 0.345, y: 0.129, radius: 0.041, turn: -0.88 },
    { kind: 'sea-cucumber', x: 0.417, y: 0.295, radius: 0.048, turn: 2.81 },
    { kind: 'sea-cucumber', x: 0.242, y: 0.165, radius: 0.051, turn: -0.18 },
    { kind: 'sea-cucumber', x: 0.76, y: 0.844, radius: 0.052, turn: -0.74 },
    { kind: 'sea-urchin', x: 0.796, y: 0.612, radius: 0.026, turn: 1.62 },
    { kind: 'sea-urchin', x: 0.883, y: 0.427, radius: 0.028, turn: -2.53 },
    { kind: 'sea-urchin', x: 0.374, y: 0.696, radius: 0.025, turn: 1.13 },
    { kind: 'sea-lily', x: 0.638, y: 0.864, radius: 0.052, turn: 0.05 },
    { kind: 'sponge', x: 0.671, y: 0.704, radius: 0.037, turn: 0.13 }
  ],
  [
    { kind: 'brittle-star', x: 0.082, y: 0.635, radius: 0.043, turn: -2.75 },
    { kind: 'brittle-star', x: 0.658, y: 0.243, radius: 0.042, turn: -0.22 },
    { kind: 'sea-lily', x: 0.48, y: 0.116, radius: 0.051, turn: 0.26 },
    { kind: 'sea-lily', x: 0.699, y: 0.567, radius: 0.047, turn: 0.05 },
    { kind: 'sea-lily', x: 0.257, y: 0.557, radius: 0.053, turn: -0.22 },
    { kind: 'sponge', x: 0.742, y: 0.835, radius: 0.04, turn: -0.21 },
    { kind: 'sponge', x: 0.743, y: 0.11, radius: 0.044, turn: -0.25 },
    { kind: 'sponge', x: 0.22, y: 0.849, radius: 0.035, turn: -0.14 },
    { kind: 'anemone', x: 0.475, y: 0.794, radius: 0.029, turn: -2.5 },
    { kind: 'anemone', x: 0.3, y: 0.139, radius: 0.028, turn: 2.01 },
    { kind: 'anemone', x: 0.821, y: 0.667, radius: 0.032, turn: 1.94 }
  ],
  [
    { kind: 'brittle-star', x: 0.851, y: 0.206, radius: 0.043, turn: 1.79 },
    { kind: 'brittle-star', x: 0.663, y: 0.119, radius: 0.039, turn: 2.03 },
    { kind: 'brittle-star', x: 0.791, y: 0.588, radius: 0.044, turn: -2.6 },
    { kind: 'sea-lily', x: 0.616, y: 0.845, radius: 0.047, turn: -0.29 },
    { kind: 'sea-lily', x: 0.086, y: 0.499, radius: 0.059, turn: -0.06 },
    { kind: 'sponge', x: 0.339, y: 0.455, radius: 0.041, turn: 0.08 },
    { kind: 'sponge', x: 0.925, y: 0.786, radius: 0.035, turn: -0.13 },
    { kind: 'sponge', x: 0.522, y: 0.739, radius: 0.042, turn: 0.26 },
    { kind: 'sponge', x: 0.084, y: 0.822, radius: 0.037, turn: -0.13 },
    { kind: 'anemone', x: 0.873, y: 0.452, radius: 0.029, turn: -2.56 },
    { kind: 'anemone', x: 0.353, y: 0.25, radius: 0.033, turn: 2.39 },
    { kind: 'sea-star', x: 0.255, y: 0.69, radius: 0.042, turn: -0.15 }
  ],
  [
    { kind: 'sea-lily', x: 0.138, y: 0.405, radius: 0.059, turn: 0.22 },
    { kind: 'sea-lily', x: 0.286, y: 0.358, radius: 0.051, turn: -0.15 },
    { kind: 'sea-lily', x: 0.21, y: 0.618, radius: 0.054, turn: 0.06 },
    { kind: 'sea-lily', x: 0.57, y: 0.769, radius: 0.049, turn: -0.26 },
    { kind: 'sponge', x: 0.227, y: 0.123, radius: 0.044, turn: -0.24 },
    { kind: 'sponge', x: 0.582, y: 0.229, radius: 0.04, turn: -0.02 },
    { kind: 'anemone', x: 0.31, y: 0.16, radius: 0.026, turn: -1.93 },
    { kind: 'anemone', x: 0.644, y: 0.387, radius: 0.029, turn: -1.67 },
    { kind: 'anemone', x: 0.616, y: 0.601, radius: 0.026, turn: 1.44 },
    { kind: 'anemone', x: 0.513, y: 0.328, radius: 0.028, turn: -2.21 },
    { kind: 'sea-urchin', x: 0.829, y: 0.16, radius: 0.024, turn: 1.73 },
    { kind: 'sea-cucumber', x: 0.908, y: 0.745, radius: 0.045, turn: 0.9 }
  ]
]
