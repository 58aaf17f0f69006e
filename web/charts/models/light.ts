/**
 * Share of light (0–1) left after `meters` of water, by Beer and Lambert's law.
 * `attenuation` is in 1/m and holds for one colour.
 */
export const lightLeft = (attenuation: number, meters: number): number => Math.exp(-attenuation * meters)

/**
 * Round coefficients (1/m) of clear oceanic water, of the order of pure water's absorption: real water is murkier and
 * differs from place to place.
 */
export const clearWater = { blue: 0.02, green: 0.07, red: 0.35 } as const
