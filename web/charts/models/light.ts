/**
 * Share of light (0–1) left after `meters` of water, by the Beer–Lambert law.
 * `attenuation` is in 1/m and holds for one colour.
 */
export const lightLeft = (attenuation: number, meters: number): number => Math.exp(-attenuation * meters)

/**
 * Rounded coefficients (1/m) of clear oceanic water, of the order of pure water's absorption. Real water is more turbid and varies from place to
 * place.
 */
export const clearWater = { blue: 0.02, green: 0.07, red: 0.35 } as const
