/**
 * Share of light (0–1) left after `meters` of water, by the Beer–Lambert law.
 * `attenuation` is the coefficient of one colour, in 1/m.
 */
export const lightLeft = (attenuation: number, meters: number): number => Math.exp(-attenuation * meters)

/**
 * Rounded attenuation coefficients (1/m) of clear ocean water, of the order of the absorption of pure water. Real water is more turbid and varies
 * from place to place.
 */
export const clearWater = { blue: 0.02, green: 0.07, red: 0.35 } as const
