import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    media_scale: MediaScaleTable
    scale_settings: ScaleSettingsTable
  }
}

export interface MediaScaleTable {
  media_id: string
  /** JSON of a ScaleBasis. After the scale is removed, this column and the numbers are null, but the revision remains. */
  basis: string | null
  meters_per_pixel: number | null
  /** Distance between the marked points in pixels; null for a method without points. */
  pixel_distance: number | null
  /** Id of the image that the scale was copied from; null for a scale that was not copied. */
  copied_from: string | null
  formula_version: number
  /** Previous value in metres per pixel, from an older, incorrect formula; null without a correction. */
  corrected_from: number | null
  set_by: string | null
  set_at: string
  revision: number
}

export interface ScaleSettingsTable {
  project_id: string
  laser_spacing_in_meters: number | null
  horizontal_angle_in_degrees: number | null
  sensor_width_in_millimeters: number | null
  is_flat_port: Flag
  revision: number
}
