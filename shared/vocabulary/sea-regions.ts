/**
 * Ocean basins with their regions and seas. Names of seas: IHO Special Publication 23, limits of oceans and seas, in today's short forms.
 * Other names are allowed wherever a region can be entered.
 */
const basins: Readonly<Record<string, readonly string[]>> = {
  'Arctic Ocean': [
    'Barents Sea',
    'Beaufort Sea',
    'Chukchi Sea',
    'East Siberian Sea',
    'Fram Strait',
    'Greenland Sea',
    'Kara Sea',
    'Laptev Sea'
  ],
  'Atlantic Ocean': [
    ...['North Atlantic', 'North-East Atlantic', 'North-West Atlantic', 'South Atlantic', 'Mid-Atlantic Ridge', 'Azores', 'Baltic Sea'],
    ...['Bay of Biscay', 'Black Sea', 'Caribbean Sea', 'Celtic Sea', 'English Channel', 'Gulf of Guinea', 'Gulf of Mexico', 'Irish Sea'],
    ...['Labrador Sea', 'Macaronesia', 'Mediterranean Sea', 'North Sea', 'Norwegian Sea', 'Sargasso Sea', 'Skagerrak']
  ],
  'Indian Ocean': ['Andaman Sea', 'Arabian Sea', 'Bay of Bengal', 'Mozambique Channel', 'Persian Gulf', 'Red Sea', 'Western Indian Ocean'],
  'Pacific Ocean': [
    ...['North Pacific', 'South Pacific', 'Bering Sea', 'Clarion-Clipperton Zone', 'Coral Sea', 'East China Sea', 'Great Barrier Reef'],
    ...['Gulf of Alaska', 'Gulf of California', 'Indonesian Seas', 'Sea of Japan', 'Sea of Okhotsk', 'South China Sea', 'Tasman Sea']
  ],
  'Southern Ocean': ['Amundsen Sea', 'Bellingshausen Sea', 'Ross Sea', 'Scotia Sea', 'Weddell Sea']
}

export const seaRegions: readonly string[] = [...Object.keys(basins), ...Object.values(basins).flat()].sort()

const basinByName = new Map(
  Object.entries(basins).flatMap(([basin, regions]) => [basin, ...regions].map(region => [region.toLowerCase(), basin] as const))
)

/** Ocean basin of a region; undefined for a name that is not listed. */
export const basinOf = (region: string): string | undefined => basinByName.get(region.trim().toLowerCase())
