importScripts('../Zebra.js', 'ünïcode.js');
