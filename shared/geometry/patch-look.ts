/** Version of the regions and the rendering of crops. A new number replaces all earlier crops, including those in browser caches. */
export const patchLook = 2
