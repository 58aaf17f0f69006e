/** Version of the regions and the rendering of crops. A higher number replaces all earlier crops, also in browser caches. */
export const patchLook = 2
